import { useEffect, useRef, useState, type FormEvent } from 'react';
import { contactSales } from '@/api/generated/calls/support/support';
import { ApiError, type FieldErrors } from '@/api/api-error';
import { errorMessage } from '@/api/error-messages';
import { Field } from '@/components/form/field';
import { TextArea, TextInput } from '@/components/form/text-input';
import { PlainButton } from '@/components/ui/button';
import styles from './contact-form.module.css';
import { validateContact, INPUTS, LIMITS, readContact } from './contact-message';

interface ContactFormProps {
  onSent: (message: string) => void;
  onCancel: () => void;
}

const SEND_FAILED = 'The message could not be sent. Please try again.';

export function ContactForm({ onSent, onCancel }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [written, setWritten] = useState(0);

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
    try {
      onSent((await contactSales(message)).message);
    } catch (error) {
      const fieldErrors = error instanceof ApiError ? error.fieldErrors : {};
      setErrors(fieldErrors);
      if (!INPUTS.some((name) => fieldErrors[name]))
        setFailure(errorMessage(error, { fallback: SEND_FAILED }));
    } finally {
      setBusy(false);
    }
  };
  const commonProps = (name: keyof typeof LIMITS) => ({ name, maxLength: LIMITS[name] });

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label="Contact sales"
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
      <Field id="contact-company" label="Company (optional)" error={errors.company?.[0]}>
        {(input) => (
          <TextInput {...input} {...commonProps('company')} autoComplete="organization" />
        )}
      </Field>
      <Field
        id="contact-message"
        label="Message"
        hint="How much traffic or how many addresses, where, and by when."
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
        <PlainButton onClick={onCancel}>Cancel</PlainButton>
        <PlainButton type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Send message'}
        </PlainButton>
      </div>
    </form>
  );
}
