import { useState, type FormEvent } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/text-input';
import { PlainButton } from '@/components/ui/button';
import styles from './extras.module.css';
import { thresholdOf } from './threshold';

interface LowBalanceAmountProps {
  /** Whole naira. */
  amount: number;
  isSaving: boolean;
  /** Resolves with what the server refused, by field. */
  onSave: (amount: number) => Promise<Record<string, string[]>>;
}

export function LowBalanceAmount({ amount, isSaving, onSave }: LowBalanceAmountProps) {
  const [text, setText] = useState(String(amount));
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = thresholdOf(text);
    setProblem(wanted.problem);
    if (wanted.amount === undefined || isSaving) return;
    const refused = await onSave(wanted.amount);
    setProblem(refused.low_balance_threshold?.[0]);
  };
  const unchanged = text.trim() === String(amount);
  return (
    <form
      className={styles.threshold}
      aria-label="Low balance amount"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field id="low-balance-amount" label="Tell me below (₦)" error={problem}>
        {(input) => (
          <TextInput
            {...input}
            inputMode="numeric"
            maxLength={9}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(undefined);
            }}
          />
        )}
      </Field>
      <PlainButton type="submit" disabled={unchanged || isSaving}>
        {isSaving ? 'Saving...' : 'Save'}
      </PlainButton>
    </form>
  );
}
