import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
  type InputHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
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

/** Home-made: for the contact form of the landing page, which loads no Ant Design. */
function TextInput(props: InputHTMLAttributes<HTMLInputElement>) {
  return <input className={styles.input} autoComplete="off" {...props} />;
}

function TextArea(props: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea className={styles.input} {...props} />;
}

/** Props that connect the input to its hint, counter and error for screen readers. */
interface FieldInput {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

interface FieldProps {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  /** A character counter, shown once the text has `from` characters. */
  counter?: { length: number; limit: number; from: number };
  children: (input: FieldInput) => ReactNode;
}

/**
 * A labelled input with hint, counter and error. Home-made, like TextInput: for the contact form of
 * the landing page, which loads no Ant Design.
 */
function Field({ id, label, hint, error, counter, children }: FieldProps) {
  const counted = counter && counter.length > counter.from;
  const descriptions = [error && `${id}-error`, hint && `${id}-hint`, counted && `${id}-count`];
  return (
    <div className={styles.field}>
      <div className={styles.top}>
        <label htmlFor={id}>{label}</label>
        {counted && (
          <span
            id={`${id}-count`}
            className={counter.length > counter.limit ? styles.over : styles.count}
          >
            {counter.length}/{counter.limit}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-describedby': descriptions.filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

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
