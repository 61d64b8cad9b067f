import { useState } from 'react';
import { Field } from '@/components/form/field';
import { TextInput } from '@/components/form/text-input';
import { PlainButton } from '@/components/ui/button';
import styles from './settings.module.css';
import type { SettingsForm } from './use-settings-form';

interface SecretInputProps {
  form: SettingsForm;
  name: 'korapaySecretKey' | 'smtpPassword';
  label: string;
}

const BULLETS = '••••';

/** A stored secret is only ever shown masked; a mask is replaced as a whole, never edited. */
export function SecretInput({ form, name, label }: SecretInputProps) {
  const value = form.draft[name];
  const isMasked = value.startsWith(BULLETS);
  const [stored, setStored] = useState(isMasked ? value : null);
  if (isMasked && stored !== value) setStored(value);
  const replacing = stored !== null && !isMasked;
  return (
    <Field
      id={`setting-${name}`}
      label={label}
      error={form.problems[name]}
      hint={
        replacing
          ? 'Left empty, the stored one is removed.'
          : isMasked
            ? 'Stored encrypted. It cannot be read back.'
            : undefined
      }
    >
      {(input) => (
        <div className={styles.secret}>
          <TextInput
            {...input}
            type={isMasked ? 'text' : 'password'}
            autoComplete="new-password"
            readOnly={isMasked}
            value={value}
            onChange={(event) => form.change({ [name]: event.target.value })}
          />
          {isMasked && (
            <PlainButton
              aria-label={`Replace ${label}`}
              onClick={() => {
                form.change({ [name]: '' });
                requestAnimationFrame(() => document.getElementById(input.id)?.focus());
              }}
            >
              Replace
            </PlainButton>
          )}
          {replacing && (
            <PlainButton
              aria-label={`Keep the stored ${label}`}
              onClick={() => form.change({ [name]: stored })}
            >
              Keep
            </PlainButton>
          )}
        </div>
      )}
    </Field>
  );
}
