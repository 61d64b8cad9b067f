import { useState, type FormEvent } from 'react';
import { isoDate } from '@/lib/date';
import { spanProblems, thisMonth, type DaySpan } from '@/lib/day-span';
import { PlainButton } from '../ui/button';
import styles from './day-span-form.module.css';
import { Field } from './field';
import { TextInput } from './text-input';

interface DaySpanFormProps {
  label: string;
  action: string;
  busyAction: string;
  isBusy: boolean;
  /** What the server refused, by input. */
  errors?: Record<string, string[]>;
  onSubmit: (span: DaySpan) => void;
}

const INPUTS = [
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
] as const;

/** Two days and what to do with them; begins with this month. */
export function DaySpanForm({
  label,
  action,
  busyAction,
  isBusy,
  errors,
  onSubmit,
}: DaySpanFormProps) {
  const [span, setSpan] = useState(thisMonth);
  const [problems, setProblems] = useState<ReturnType<typeof spanProblems>>({});
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = spanProblems(span);
    setProblems(found);
    const first = INPUTS.find(({ name }) => found[name]);
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name=${first.name}]`)?.focus();
    else if (!isBusy) onSubmit(span);
  };
  return (
    <form className={styles.form} aria-label={label} noValidate onSubmit={submit}>
      {INPUTS.map(({ name, label: title }) => (
        <Field
          key={name}
          id={`statement-${name}`}
          label={title}
          error={problems[name] ?? errors?.[name]?.[0]}
        >
          {(input) => (
            <TextInput
              {...input}
              type="date"
              name={name}
              max={isoDate()}
              required
              value={span[name]}
              onChange={(event) => {
                setSpan({ ...span, [name]: event.target.value });
                setProblems({});
              }}
            />
          )}
        </Field>
      ))}
      <PlainButton type="submit" disabled={isBusy} className={styles.submit}>
        {isBusy ? busyAction : action}
      </PlainButton>
    </form>
  );
}
