import { useState, type ReactNode } from 'react';
import { Field } from '@/components/form/field';
import { ReasonForm } from '@/components/form/reason-form';
import { Switch } from '@/components/form/switch';
import { TextInput } from '@/components/form/text-input';
import { formatNaira } from '@/lib/money';
import { parseChargebackAmount, type Payment, type PaymentAction } from './payment';
import { usePaymentActions } from './use-payment-actions';

interface Wording {
  verb: string;
  consequence: (payment: Payment) => ReactNode;
  isDangerous?: boolean;
}

const naira = (amount: string): string => formatNaira(Number(amount));

export const PAYMENT_ACTIONS: Record<PaymentAction, Wording> = {
  recheck: {
    verb: 'Verify with provider',
    consequence: () =>
      'The card provider is asked now. If it says that the payment succeeded, the wallet is credited.',
  },
  accept: {
    verb: 'Accept payment',
    consequence: ({ amount }) =>
      `The wallet is credited with exactly ${naira(amount)}, the amount that was asked for.`,
  },
  reject: {
    verb: 'Reject payment',
    consequence: () => 'The payment ends without being credited. This cannot be undone.',
    isDangerous: true,
  },
  refund: {
    verb: 'Refund to card',
    consequence: ({ paid, amount }) =>
      `${naira(paid ?? amount)} goes back to the card, once. This cannot be undone.`,
    isDangerous: true,
  },
  chargeback: {
    verb: 'Record charge-back',
    consequence: () =>
      'For money that the card provider has taken back from us. It is taken from the wallet as far as that reaches; the customer owes the rest.',
    isDangerous: true,
  },
};

interface PaymentActionFormProps {
  payment: Payment;
  action: PaymentAction;
  onEnd: () => void;
}

export function PaymentActionForm({ payment, action, onEnd }: PaymentActionFormProps) {
  const [back, setBack] = useState(false);
  const [part, setPart] = useState('');
  const [isWrong, setWrong] = useState(false);
  const actions = usePaymentActions(payment.id, onEnd);
  const { verb, consequence, isDangerous } = PAYMENT_ACTIONS[action];

  const confirm = (reason: string): void => {
    const amount = parseChargebackAmount(part);
    setWrong(amount === null);
    if (amount !== null) actions[action]({ reason, refund: back, amount });
  };

  return (
    <ReasonForm
      verb={verb}
      consequence={consequence(payment)}
      isDangerous={isDangerous}
      isBusy={actions.isBusy}
      onConfirm={confirm}
      onCancel={onEnd}
    >
      {action === 'reject' && payment.paid !== null && (
        <Switch
          label="Send the money back to the card"
          hint={`${naira(payment.paid)} was paid.`}
          checked={back}
          onChange={(event) => setBack(event.target.checked)}
        />
      )}
      {action === 'chargeback' && (
        <Field
          id="chargeback-amount"
          label="Amount (₦)"
          error={isWrong ? 'Whole naira, or nothing for all that is left' : undefined}
          hint="Left empty: all that is left of the payment."
        >
          {(input) => (
            <TextInput
              {...input}
              inputMode="numeric"
              value={part}
              onChange={(event) => setPart(event.target.value)}
            />
          )}
        </Field>
      )}
    </ReasonForm>
  );
}
