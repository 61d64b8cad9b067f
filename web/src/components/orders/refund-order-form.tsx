import { Alert, Button, Flex, Form, Input, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { ReasonForm } from '@/components/form/reason-form';
import { formatNaira } from '@/lib/money';
import {
  parseRefund,
  type RefundChoice,
  type RefundQuote,
  type RefundRequest,
} from '@/lib/order-refund';

interface RefundOrderFormProps {
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
const TAKEN_BACK = 'Of a renewal or added traffic, only what it gave is taken back.';

const describeUnused = ({ basis, unused }: RefundQuote): string =>
  `The ${basis === 'traffic' ? 'traffic' : 'time'} that is not used, ${formatNaira(unused)}`;

const firstChoice = ({ unused }: RefundQuote): RefundChoice => (unused > 0 ? 'unused' : 'all');

/** How much of an order goes back into the wallet, with what that does to its proxies. */
function RefundChoices({ quote }: { quote: RefundQuote }) {
  const [choice, setChoice] = useState(firstChoice(quote));
  return (
    <>
      <Form.Item<ExtraValues> name="choice" label="Refund">
        <Radio.Group
          vertical
          onChange={({ target }) => setChoice(target.value as RefundChoice)}
          options={[
            { value: 'unused', label: describeUnused(quote), disabled: quote.unused === 0 },
            { value: 'all', label: `All that is left, ${formatNaira(quote.left)}` },
            { value: 'amount', label: 'Another amount' },
          ]}
        />
      </Form.Item>
      {choice === 'amount' && (
        <Form.Item<ExtraValues>
          name="amount"
          label="Amount (₦)"
          extra={`Whole naira, up to ${formatNaira(quote.left)}. The proxies keep working, unless it is all that is left. A large amount waits until another admin approves it.`}
          validateTrigger="onSubmit"
          rules={[
            {
              validator: async (_, text = '') => {
                if (parseRefund(text as string, quote.left) === null)
                  throw new Error(`Enter whole naira, from ₦1 to ${formatNaira(quote.left)}`);
              },
            },
          ]}
        >
          <Input inputMode="numeric" autoComplete="off" prefix="₦" />
        </Form.Item>
      )}
      {choice !== 'amount' && (
        <Alert
          type="warning"
          role="note"
          title={quote.proxies > 0 ? ENDS : TAKEN_BACK}
          style={{ marginBottom: 16 }}
        />
      )}
    </>
  );
}

/** Asks before some or all of an order is refunded into the wallet. */
export function RefundOrderForm({ quote, isBusy, onConfirm, onCancel }: RefundOrderFormProps) {
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
