import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/text-input';

interface ConfirmFieldProps {
  id: string;
  kind: 'password' | 'code';
  label: string;
  hint?: string;
  error?: string;
  value: string;
  onChange: (value: string) => void;
}

const INPUTS = {
  password: { type: 'password', autoComplete: 'current-password', maxLength: 128 },
  code: { autoComplete: 'one-time-code', autoCapitalize: 'off', spellCheck: false, maxLength: 40 },
} as const;

/** What shows that it is really them: the password once more, or a code. */
export function ConfirmField({ id, kind, label, hint, error, value, onChange }: ConfirmFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(input) => (
        <TextInput
          {...input}
          {...INPUTS[kind]}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
