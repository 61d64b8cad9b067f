import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Field } from '@/components/form/field';
import { TextArea, TextInput } from '@/components/form/text-input';
import { PlainButton } from '@/components/ui/button';
import {
  INPUTS,
  LIMITS,
  readContact,
  validateContact,
  type ContactErrors,
  type ContactMessage,
  type ContactOutcome,
} from '@/lib/contact-message';
import styles from './contact-form.module.css';

interface ContactFormProps {
  label: string;
  messageHint: string;
  /** Asks for the company as well. */
  forCompanies?: boolean;
  initialValues?: Partial<ContactMessage>;
  send: (message: ContactMessage) => Promise<ContactOutcome>;
  onSent: (confirmation: string) => void;
  /** Adds a Cancel button. */
  onCancel?: () => void;
}

export function ContactForm({
  label,
  messageHint,
  forCompanies = false,
  initialValues = {},
  send,
  onSent,
  onCancel,
}: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ContactErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [written, setWritten] = useState(initialValues.message?.length ?? 0);

  useEffect(() => {
    const first = INPUTS.find((name) => errors[name]);
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  }, [errors]);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const message = readContact(event.currentTarget);
    const found = validateContact(message);
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    const outcome = await send(message);
    setBusy(false);
    if ('confirmation' in outcome) return onSent(outcome.confirmation);
    setErrors(outcome.fieldErrors);
    if (!INPUTS.some((name) => outcome.fieldErrors[name])) setFailure(outcome.failure);
  };
  const commonProps = (name: keyof typeof LIMITS) => ({
    name,
    maxLength: LIMITS[name],
    defaultValue: initialValues[name],
  });

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Field id="contact-name" label="Name" error={errors.name?.[0]}>
        {(input) => <TextInput {...input} {...commonProps('name')} autoComplete="name" required />}
      </Field>
      <Field id="contact-email" label="Email address" error={errors.email?.[0]}>
        {(input) => (
          <TextInput
            {...input}
            {...commonProps('email')}
            type="email"
            autoComplete="email"
            required
          />
        )}
      </Field>
      {forCompanies && (
        <Field id="contact-company" label="Company (optional)" error={errors.company?.[0]}>
          {(input) => (
            <TextInput {...input} {...commonProps('company')} autoComplete="organization" />
          )}
        </Field>
      )}
      <Field
        id="contact-message"
        label="Message"
        hint={messageHint}
        error={errors.message?.[0]}
        counter={{ length: written, limit: LIMITS.message, from: LIMITS.message - 500 }}
      >
        {(input) => (
          <TextArea
            {...input}
            {...commonProps('message')}
            rows={5}
            required
            onChange={(event) => setWritten(event.target.value.length)}
          />
        )}
      </Field>
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="contact-website">Leave this empty</label>
        <input id="contact-website" name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {failure && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.actions}>
        {onCancel && <PlainButton onClick={onCancel}>Cancel</PlainButton>}
        <PlainButton type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send message'}
        </PlainButton>
      </div>
    </form>
  );
}
