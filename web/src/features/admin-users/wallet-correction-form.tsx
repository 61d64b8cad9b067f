import { Alert, Button, Flex, Form, Input, Radio } from 'antd';
import { useCorrectWallet } from '@/api/generated/admin-wallet-corrections';
import { ReasonForm } from '@/components/form/reason-form';
import { PrivateMoney } from '@/components/format/private-money';
import { formatNaira } from '@/lib/money';
import type { User } from './user';
import { balanceAfter, type Correction } from '@/api/correction-subject';
import { outcome } from '@/api/outcome';
import { Facts } from '@/components/layout/facts';
import { nameWithEmail } from '@/lib/text';
import { toNumberText } from '@/lib/number-text';

type Direction = NonNullable<Correction['direction']>;

const MAXIMUM = 1_000_000_000;

/** Naira with two decimals at most, or null for anything else. */
function parseCorrection(text: string): number | null {
  const digits = toNumberText(text);
  return /^\d{1,10}(\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

function correctionError(amount: number | null): string | undefined {
  if (amount === null || amount <= 0) return 'Enter an amount above ₦0, with two decimals at most';
  return amount > MAXIMUM ? 'Maximum correction is ₦1,000,000,000' : undefined;
}

/** Staff hold no money, so their wallets can only be debited. */
const allowedDirections = (role: string): Direction[] =>
  role === 'user' ? ['credit', 'debit'] : ['debit'];

interface Values {
  direction: Direction;
  amount: string;
}

const LABELS: Record<Direction, string> = {
  credit: 'Credit: add money',
  debit: 'Debit: take money',
};

/** Shows the balance afterwards, inside the form. */
function Preview({ user }: { user: User }) {
  const form = Form.useFormInstance<Values>();
  const direction = Form.useWatch('direction', form) ?? 'debit';
  const amount = parseCorrection(Form.useWatch('amount', form) ?? '');
  const after = correctionError(amount) ? null : balanceAfter(user.balance, direction, amount);
  return (
    <div aria-live="polite" style={{ marginBottom: after === null ? 0 : 16 }}>
      {after !== null && (
        <Alert
          type={after < 0 ? 'error' : 'info'}
          role="note"
          title={
            after < 0 ? (
              `The wallet holds ${formatNaira(Number(user.balance))}. It needs ${formatNaira(-after)} more.`
            ) : (
              <>
                New balance: <strong>{formatNaira(after)}</strong>
              </>
            )
          }
        />
      )}
    </div>
  );
}

function WholeBalance({ balance }: { balance: string | null }) {
  const form = Form.useFormInstance<Values>();
  if (!Number(balance)) return null;
  return (
    <Button
      type="link"
      size="small"
      style={{ paddingInline: 0 }}
      onClick={() => form.setFieldsValue({ direction: 'debit', amount: String(Number(balance)) })}
    >
      Take the whole balance
    </Button>
  );
}

export function WalletCorrectionForm({ user, onClose }: { user: User; onClose: () => void }) {
  const correct = useCorrectWallet({
    mutation: outcome('The wallet could not be corrected', onClose),
  });
  const directions = allowedDirections(user.role);
  return (
    <ReasonForm<Values>
      verb="Correct wallet"
      about={nameWithEmail(user)}
      consequence="The customer sees the correction on the statement, without the reason. A large amount waits until another admin approves it."
      isBusy={correct.isPending}
      initialValues={{ direction: directions[0]!, amount: '' }}
      onConfirm={(reason, { direction, amount }) =>
        correct.mutate({
          id: user.id,
          data: { direction, amount: parseCorrection(amount)!, reason },
        })
      }
      onCancel={onClose}
    >
      <Facts
        style={{ marginBottom: 16 }}
        items={[
          { label: 'User', children: nameWithEmail(user) },
          { label: 'Current balance', children: <PrivateMoney amount={user.balance} /> },
        ]}
      />
      <Form.Item<Values> name="direction" label="Correction">
        <Radio.Group options={directions.map((value) => ({ value, label: LABELS[value] }))} />
      </Form.Item>
      <Form.Item<Values>
        name="amount"
        label="Amount (₦)"
        extra={<WholeBalance balance={user.balance} />}
        validateTrigger="onSubmit"
        rules={[
          {
            validator: async (_, text: string) => {
              const error = correctionError(parseCorrection(text));
              if (error) throw new Error(error);
            },
          },
        ]}
      >
        <Input inputMode="decimal" autoComplete="off" prefix="₦" />
      </Form.Item>
      <Flex vertical>
        <Preview user={user} />
      </Flex>
    </ReasonForm>
  );
}
