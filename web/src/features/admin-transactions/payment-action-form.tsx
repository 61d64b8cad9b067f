import { Alert, Flex, Form, Radio, Typography, Input, Switch } from 'antd';
import { formatNaira } from '@/lib/money';
import {
  type Payment,
  openChargebacks,
  parseChargebackAmount,
  refundableAmount,
  remainingAmount,
  type PaymentAction,
} from './payment';
import type { ReactNode } from 'react';
import type { CreditChoice } from '@/api/generated/api.schemas';
import { ReasonForm } from '@/components/form/reason-form';
import { formatDateTime } from '@/lib/date';
import {
  useAcceptPayment,
  useAcknowledgePayment,
  useChargeBackPayment,
  useRecheckPayment,
  useRefundPayment,
  useRejectPayment,
  useWinDispute,
} from '@/api/generated/admin-payments';
import { useMessage } from '@/components/feedback/use-message';

interface ActionInput {
  reason: string;
  /** For `accept`: whether to credit the paid or the requested amount. */
  credit?: CreditChoice;
  /** For `reject`: whether to send the paid amount back to the card. */
  refund?: boolean;
  /** For `chargeback`: whole naira; the rest of the payment if undefined. */
  amount?: number;
  /** For `win`: id of the chargeback. */
  chargebackId?: number;
}

/** The mutations of a card payment behind one signature. */
function usePaymentActions(
  {
    id,
    charged_back: chargedBack,
    to_acknowledge: [kind = 'dispute'],
  }: Pick<Payment, 'id' | 'charged_back' | 'to_acknowledge'>,
  onDone: () => void,
) {
  const message = useMessage();
  const mutation = {
    meta: { fallback: 'The payment could not be changed' },
    onSuccess: ({ message: text }: { message?: string }): void => {
      message.success(text ?? 'Done.');
      onDone();
    },
  };
  const recheck = useRecheckPayment({ mutation });
  const accept = useAcceptPayment({ mutation });
  const reject = useRejectPayment({ mutation });
  const refund = useRefundPayment({ mutation });
  const chargeback = useChargeBackPayment({ mutation });
  const win = useWinDispute({ mutation });
  const acknowledge = useAcknowledgePayment({ mutation });
  return {
    isBusy: [acknowledge, recheck, accept, reject, refund, chargeback, win].some(
      ({ isPending }) => isPending,
    ),
    recheck: ({ reason }: ActionInput) => recheck.mutate({ id, data: { reason } }),
    accept: ({ reason, credit }: ActionInput) => accept.mutate({ id, data: { reason, credit } }),
    reject: ({ reason, refund: sendBack }: ActionInput) =>
      reject.mutate({ id, data: { reason, refund: sendBack ?? false } }),
    refund: ({ reason }: ActionInput) => refund.mutate({ id, data: { reason } }),
    chargeback: ({ reason, amount }: ActionInput) =>
      chargeback.mutate({ id, data: { reason, amount, charged_back: chargedBack } }),
    acknowledge: ({ reason }: ActionInput) => acknowledge.mutate({ id, data: { reason, kind } }),
    win: ({ reason, chargebackId }: ActionInput) =>
      win.mutate({ id, chargebackId: chargebackId ?? 0, data: { reason } }),
  };
}

type Amounts = Pick<Payment, 'amount' | 'received'>;

interface CreditOption {
  value: CreditChoice;
  title: string;
  /** Who bears the difference. */
  effect?: string;
}

/** What may be credited; a single option needs no choice. */
export function creditOptions({ amount, received }: Amounts): CreditOption[] {
  const asked = Number(amount);
  const paid = Number(received);
  const askedOption = (effect?: string): CreditOption => ({
    value: 'asked',
    title: `${formatNaira(asked)}, the requested amount`,
    effect,
  });
  if (received === null) return [askedOption()];
  const paidOption: CreditOption = { value: 'paid', title: `${formatNaira(paid)}, what was paid` };
  if (paid === asked) return [paidOption];
  const difference = formatNaira(Math.abs(paid - asked));
  return [
    { ...paidOption, effect: 'The wallet gets exactly what was paid.' },
    askedOption(
      paid < asked
        ? `We bear the missing ${difference}. The statement shows it as a line of its own.`
        : `The other ${difference} goes back to the card.`,
    ),
  ];
}

const defaultCredit = ({ received }: Pick<Payment, 'received'>): CreditChoice =>
  received === null ? 'asked' : 'paid';

/** Names the requested and the paid amount with their difference. */
export function acceptanceText({ amount, received }: Amounts): string {
  const asked = formatNaira(Number(amount));
  if (received === null) return `${asked} is credited to the wallet.`;
  const difference = Number(received) - Number(amount);
  if (difference === 0) return `${asked} was requested and paid. It is credited to the wallet.`;
  const [paid, off] = [Number(received), Math.abs(difference)].map(formatNaira);
  return `${asked} was requested and ${paid} paid: ${off} ${difference < 0 ? 'less' : 'more'}.`;
}

/** Asks what to credit when the customer paid another amount than requested. */
export function AcceptPaymentChoice({ payment }: { payment: Payment }) {
  const options = creditOptions(payment);
  if (options.length < 2)
    return payment.received === null ? (
      <Alert
        type="warning"
        role="note"
        showIcon
        style={{ marginBottom: 16 }}
        title="The paid amount is not known"
        description={`Check with the card provider that ${formatNaira(Number(payment.amount))} arrived before you accept.`}
      />
    ) : null;
  return (
    <Form.Item name="credit" label="Credit to the wallet" extra={refundHint(payment)}>
      <Radio.Group>
        <Flex vertical gap="small">
          {options.map(({ value, title, effect }) => (
            <Radio key={value} value={value}>
              {title}
              {effect && (
                <>
                  <br />
                  <Typography.Text type="secondary">{effect}</Typography.Text>
                </>
              )}
            </Radio>
          ))}
        </Flex>
      </Radio.Group>
    </Form.Item>
  );
}

const refundHint = ({ received }: Payment): string =>
  `To send all of the ${formatNaira(Number(received))} back to the card instead, cancel and choose Reject payment.`;

interface ActionText {
  verb: string;
  consequence: (payment: Payment) => ReactNode;
  isDangerous?: boolean;
}

const naira = (amount: string): string => formatNaira(Number(amount));

export const PAYMENT_ACTIONS: Record<PaymentAction, ActionText> = {
  recheck: {
    verb: 'Verify with provider',
    consequence: () =>
      'Checks the payment with the card provider now. If it succeeded, the wallet is credited.',
  },
  accept: {
    verb: 'Accept payment',
    consequence: acceptanceText,
  },
  reject: {
    verb: 'Reject payment',
    consequence: () =>
      'The payment is closed and the wallet is not credited. This cannot be undone.',
    isDangerous: true,
  },
  refund: {
    verb: 'Refund to card',
    consequence: (payment) =>
      `${formatNaira(refundableAmount(payment))} is refunded to the card, once. This cannot be undone.`,
    isDangerous: true,
  },
  chargeback: {
    verb: 'Record charge-back',
    consequence: (payment) =>
      `For money that the card provider has taken back, up to ${formatNaira(remainingAmount(payment))}. It is deducted from the wallet; if the balance is too low, the customer owes the rest.`,
    isDangerous: true,
  },
  win: {
    verb: 'Record won dispute',
    consequence: () =>
      'For money that the card provider has returned to us. What the charge-back took is put back into the wallet; it first pays what the customer owes.',
  },
  acknowledge: {
    verb: 'Acknowledge alert',
    consequence: ({ to_acknowledge: kinds }) =>
      `No money moves. The alert about this payment’s ${
        kinds[0] === 'dispute' ? 'dispute' : 'failed card refund'
      } ends; you get another one if it happens again.`,
  },
};

interface PaymentActionFormProps {
  payment: Payment;
  /** Whose payment it is, with its reference. */
  about: string;
  action: PaymentAction;
  onEnd: () => void;
}

interface ExtraValues {
  credit?: CreditChoice;
  refund?: boolean;
  amount?: string;
  chargebackId?: number;
}

export function PaymentActionForm({ payment, about, action, onEnd }: PaymentActionFormProps) {
  const actions = usePaymentActions(payment, onEnd);
  const { verb, consequence, isDangerous } = PAYMENT_ACTIONS[action];
  const disputed = openChargebacks(payment);
  return (
    <ReasonForm<ExtraValues>
      verb={verb}
      about={about}
      consequence={consequence(payment)}
      isDangerous={isDangerous}
      isBusy={actions.isBusy}
      initialValues={{ credit: defaultCredit(payment), chargebackId: disputed[0]?.id }}
      onConfirm={(reason, { credit = defaultCredit(payment), refund, amount = '', chargebackId }) =>
        actions[action]({
          reason,
          credit,
          refund,
          amount: parseChargebackAmount(amount) ?? undefined,
          chargebackId,
        })
      }
      onCancel={onEnd}
    >
      {action === 'accept' && <AcceptPaymentChoice payment={payment} />}
      {action === 'reject' && payment.paid !== null && (
        <Form.Item<ExtraValues>
          name="refund"
          label="Refund the money to the card"
          valuePropName="checked"
          extra={`${naira(payment.paid)} was paid.`}
        >
          <Switch />
        </Form.Item>
      )}
      {action === 'win' && (
        <Form.Item<ExtraValues> name="chargebackId" label="Charge-back that was won">
          <Radio.Group
            vertical
            options={disputed.map((chargeback) => ({
              value: chargeback.id,
              label: `${naira(chargeback.amount)}, taken back on ${formatDateTime(chargeback.created_at)}`,
            }))}
          />
        </Form.Item>
      )}
      {action === 'chargeback' && (
        <Form.Item<ExtraValues>
          name="amount"
          label="Amount (₦)"
          extra="Leave it empty for the full remaining amount."
          validateTrigger="onSubmit"
          rules={[
            {
              validator: async (_, text = '') => {
                if (parseChargebackAmount(text as string) === null)
                  throw new Error(
                    'Enter whole naira, or leave it empty for the full remaining amount',
                  );
              },
            },
          ]}
        >
          <Input inputMode="numeric" autoComplete="off" prefix="₦" />
        </Form.Item>
      )}
    </ReasonForm>
  );
}
