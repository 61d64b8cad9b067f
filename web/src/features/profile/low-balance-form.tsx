import { useState, type FormEvent } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/text-input';
import { PlainButton } from '@/components/ui/button';
import styles from './extras.module.css';
import { parseThreshold } from './low-balance-threshold';

interface LowBalanceFormProps {
  /** Whole naira. */
  amount: number;
  isSaving: boolean;
  /** Resolves with what the server refused, by field. */
  onSave: (amount: number) => Promise<Record<string, string[]>>;
}

export function LowBalanceForm({ amount, isSaving, onSave }: LowBalanceFormProps) {
  const [text, setText] = useState(String(amount));
  const [error, setError] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const wanted = parseThreshold(text);
    setError(wanted.error);
    if (wanted.amount === undefined || isSaving) return;
    const refused = await onSave(wanted.amount);
    setError(refused.low_balance_threshold?.[0]);
  };
  const unchanged = text.trim() === String(amount);
  return (
    <form
      className={styles.threshold}
      aria-label="Low balance amount"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field id="low-balance-amount" label="Tell me below (₦)" error={error}>
        {(input) => (
          <TextInput
            {...input}
            inputMode="numeric"
            maxLength={9}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setError(undefined);
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
