import { useState, type ReactNode } from 'react';
import { Notice } from '../feedback/notice';
import { PlainButton } from '../ui/button';
import parts from '../ui/dialog-parts.module.css';
import { Field } from './field';
import { TextArea } from './text-input';

const SHORTEST = 3;
const LONGEST = 500;

interface ReasonFormProps {
  /** The verb of the button, such as "Suspend". */
  verb: string;
  /** What it leads to, said before it is done. */
  consequence: ReactNode;
  isDangerous?: boolean;
  isBusy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
  /** What else is asked for. */
  children?: ReactNode;
}

/** A decision with its consequence and its reason, which stands in the audit trail. */
export function ReasonForm({
  verb,
  consequence,
  isDangerous = false,
  isBusy,
  onConfirm,
  onCancel,
  children,
}: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const length = reason.trim().length;
  return (
    <form
      className={parts.decision}
      aria-label={verb}
      onSubmit={(event) => {
        event.preventDefault();
        if (length >= SHORTEST && !isBusy) onConfirm(reason.trim());
      }}
    >
      <Notice
        tone={isDangerous ? 'warning' : 'quiet'}
        icon={isDangerous ? 'alert' : 'info'}
        title={verb}
      >
        {consequence}
      </Notice>
      {children}
      <Field
        id="decision-reason"
        label="Reason"
        hint="At least 3 characters. It stands in the audit trail."
        counter={{ length, limit: LONGEST, from: 400 }}
      >
        {(input) => (
          <TextArea
            {...input}
            autoFocus
            rows={2}
            maxLength={LONGEST}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <div className={parts.actions}>
        <PlainButton onClick={onCancel}>Cancel</PlainButton>
        <PlainButton
          type="submit"
          look={isDangerous ? 'danger' : 'primary'}
          disabled={length < SHORTEST || isBusy}
        >
          {isBusy ? 'Working...' : verb}
        </PlainButton>
      </div>
    </form>
  );
}
