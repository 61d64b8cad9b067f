import { Alert, Button, Flex, Form, Input, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ReasonForm } from '@/components/form/reason-form';
import { adminOrderPath } from '@/lib/admin-paths';
import { formatNaira } from '@/lib/money';
import {
  maxRefund,
  parseRefund,
  type RefundChoice,
  type RefundQuote,
  type RefundRequest,
} from '@/lib/order-refund';

interface RefundOrderFormProps {
  /** The order and whose it is. */
  about: string;
  /** Undefined while it loads. */
  quote: RefundQuote | undefined;
  isBusy: boolean;
  onConfirm: (request: RefundRequest) => void;
  onCancel: () => void;
}

interface ExtraValues {
  choice: RefundChoice;
  amount?: string;
}

const ENDS = 'The proxies of the order stop working immediately.';
const TAKEN_BACK = 'Of a renewal, added traffic or a place, only what it gave is taken back.';

const describeUnused = ({ basis, unused }: RefundQuote): string =>
  `The ${basis === 'traffic' ? 'traffic' : 'time'} that is not used, ${formatNaira(unused)}`;

function firstChoice({ unused, renewals }: RefundQuote): RefundChoice {
  if (renewals.length > 0) return 'amount';
  return unused > 0 ? 'unused' : 'all';
}

/** Links to what has to be refunded first. */
function Renewals({ renewals }: Pick<RefundQuote, 'renewals'>) {
  return (
    <Alert
      type="info"
      role="note"
      style={{ marginBottom: 16 }}
      title="Its proxies were renewed, got more traffic or a more expensive place"
      description={
        <>
          To refund the whole order, refund these first:
          <ul>
            {renewals.map(({ order_id: id, paid }) => (
              <li key={id}>
                <Link to={adminOrderPath(id)}>
                  Order #{id}, {formatNaira(paid)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}

/** How much of an order goes back into the wallet, with what that does to its proxies. */
function RefundChoices({ quote }: { quote: RefundQuote }) {
  const [choice, setChoice] = useState(firstChoice(quote));
  const max = maxRefund(quote);
  const hasRenewals = quote.renewals.length > 0;
  const consequence = quote.is_renewal ? TAKEN_BACK : quote.proxies > 0 && ENDS;
  return (
    <>
      {hasRenewals && <Renewals renewals={quote.renewals} />}
      <Form.Item<ExtraValues> name="choice" label="Refund">
        <Radio.Group
          vertical
          onChange={({ target }) => setChoice(target.value as RefundChoice)}
          options={[
            { value: 'unused', label: describeUnused(quote), disabled: quote.unused === 0 },
            {
              value: 'all',
              label: `All that is left, ${formatNaira(quote.left)}`,
              disabled: hasRenewals,
            },
            { value: 'amount', label: 'Another amount' },
          ]}
        />
      </Form.Item>
      {choice === 'amount' && (
        <Form.Item<ExtraValues>
          name="amount"
          label="Amount (₦)"
          extra={`Whole naira, up to ${formatNaira(max)}. The proxies keep working, unless it is all that is left. A large amount waits until another admin approves it.`}
          validateTrigger="onSubmit"
          rules={[
            {
              validator: async (_, text = '') => {
                if (parseRefund(text as string, max) === null)
                  throw new Error(`Enter whole naira, from ₦1 to ${formatNaira(max)}`);
              },
            },
          ]}
        >
          <Input inputMode="numeric" autoComplete="off" prefix="₦" />
        </Form.Item>
      )}
      {choice !== 'amount' && consequence && (
        <Alert type="warning" role="note" title={consequence} style={{ marginBottom: 16 }} />
      )}
    </>
  );
}

/** Asks before some or all of an order is refunded into the wallet. */
export function RefundOrderForm({
  about,
  quote,
  isBusy,
  onConfirm,
  onCancel,
}: RefundOrderFormProps) {
  if (!quote)
    return (
      <Flex vertical gap="middle">
        <Skeleton active paragraph={{ rows: 3 }} />
        <Flex justify="end">
          <Button onClick={onCancel}>Cancel</Button>
        </Flex>
      </Flex>
    );
  const before = quote.refunded > 0 ? `, ${formatNaira(quote.refunded)} of it was refunded` : '';
  return (
    <ReasonForm<ExtraValues>
      verb="Refund order"
      about={about}
      consequence={`${formatNaira(quote.paid)} was paid${before}. The refund goes into the wallet.`}
      isDangerous
      isBusy={isBusy}
      initialValues={{ choice: firstChoice(quote) }}
      onConfirm={(reason, { choice, amount = '' }) =>
        onConfirm({ choice, reason, amount: parseRefund(amount, quote.left) ?? undefined })
      }
      onCancel={onCancel}
    >
      <RefundChoices quote={quote} />
    </ReasonForm>
  );
}
