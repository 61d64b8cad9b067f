import { Form, Input, Switch } from 'antd';
import type { ReactNode } from 'react';
import type { CreditChoice } from '@/api/generated/hooks/model/creditChoice';
import { ReasonForm } from '@/components/form/reason-form';
import { formatNaira } from '@/lib/money';
import { acceptanceText, defaultCredit } from './accept-payment';
import { AcceptPaymentChoice } from './accept-payment-choice';
import {
  parseChargebackAmount,
  refundableAmount,
  type Payment,
  type PaymentAction,
} from './payment';
import { usePaymentActions } from './use-payment-actions';

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
      'Looks the payment up at the card provider now. If it succeeded, the wallet is credited.',
  },
  accept: {
    verb: 'Accept payment',
    consequence: acceptanceText,
  },
  reject: {
    verb: 'Reject payment',
    consequence: () => 'The payment ends without being credited. This cannot be undone.',
    isDangerous: true,
  },
  refund: {
    verb: 'Refund to card',
    consequence: (payment) =>
      `${formatNaira(refundableAmount(payment))} goes back to the card, once. This cannot be undone.`,
    isDangerous: true,
  },
  chargeback: {
    verb: 'Record charge-back',
    consequence: () =>
      'For a payment that the card provider has taken back from us. The amount is deducted from the wallet as far as its balance covers it; the customer owes the rest.',
    isDangerous: true,
  },
};

interface PaymentActionFormProps {
  payment: Payment;
  action: PaymentAction;
  onEnd: () => void;
}

interface ExtraValues {
  credit?: CreditChoice;
  refund?: boolean;
  amount?: string;
}

export function PaymentActionForm({ payment, action, onEnd }: PaymentActionFormProps) {
  const actions = usePaymentActions(payment.id, onEnd);
  const { verb, consequence, isDangerous } = PAYMENT_ACTIONS[action];
  return (
    <ReasonForm<ExtraValues>
      verb={verb}
      consequence={consequence(payment)}
      isDangerous={isDangerous}
      isBusy={actions.isBusy}
      initialValues={{ credit: defaultCredit(payment) }}
      onConfirm={(reason, { credit = defaultCredit(payment), refund, amount = '' }) =>
        actions[action]({
          reason,
          credit,
          refund,
          amount: parseChargebackAmount(amount) ?? undefined,
        })
      }
      onCancel={onEnd}
    >
      {action === 'accept' && <AcceptPaymentChoice payment={payment} />}
      {action === 'reject' && payment.paid !== null && (
        <Form.Item<ExtraValues>
          name="refund"
          label="Send the money back to the card"
          valuePropName="checked"
          extra={`${naira(payment.paid)} was paid.`}
        >
          <Switch />
        </Form.Item>
      )}
      {action === 'chargeback' && (
        <Form.Item<ExtraValues>
          name="amount"
          label="Amount (₦)"
          extra="Left empty: all that is left of the payment."
          validateTrigger="onSubmit"
          rules={[
            {
              validator: async (_, text = '') => {
                if (parseChargebackAmount(text as string) === null)
                  throw new Error('Whole naira, or nothing for all that is left');
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
