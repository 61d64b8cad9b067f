import { FormActions } from '@/components/form/form-actions';
import { Form, Input, type InputProps } from 'antd';
import { useState } from 'react';
import { useBeginEmailChange, useConfirmEmailChange } from '@/api/generated/profile';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import { emailRule } from '@/components/form/email-rule';
import { toDigitText } from '@/lib/number-text';
import { toPlainText } from '@/lib/plain-text';
import styles from './profile.module.css';

const EMAIL_RULES = [
  { required: true, message: 'Please enter your new email address' },
  emailRule('Please enter a valid email address'),
];
const CODE_RULES = [
  {
    required: true,
    transform: toDigitText,
    pattern: /^\d{6}$/,
    message: 'Please enter the 6-digit code',
  },
];

interface Codes {
  current_code: string;
  new_code: string;
}

interface CodesFormProps {
  email: string;
  next: string;
  onBack: () => void;
  onDone: () => void;
}

const CodeInput = (props: InputProps) => (
  <Input size="large" inputMode="numeric" autoComplete="off" maxLength={40} required {...props} />
);

function CodesForm({ email, next, onBack, onDone }: CodesFormProps) {
  const [form] = Form.useForm<Codes>();
  const confirm = useConfirmEmailChange({
    mutation: {
      meta: { fallback: 'Your email address could not be changed' },
      onSuccess: notify.thenGoOn(onDone, 'Your email address was changed.'),
    },
  });
  const submit = ({ current_code, new_code }: Codes): void => {
    if (confirm.isPending) return;
    confirm.mutate({ data: { email: next, current_code, new_code } });
  };
  return (
    <AppForm
      form={form}
      label="Enter both codes"
      initialValues={{ current_code: '', new_code: '' }}
      serverErrors={confirm.error?.fieldErrors}
      onSubmit={submit}
    >
      <p className={styles.lead}>
        We sent a code to each address. They work for 10 minutes. If one does not arrive, look in
        the spam folder.
      </p>
      <Form.Item
        name="current_code"
        label={
          <span>
            Code sent to <strong>{email}</strong>
          </span>
        }
        rules={CODE_RULES}
      >
        <CodeInput autoFocus />
      </Form.Item>
      <Form.Item
        name="new_code"
        label={
          <span>
            Code sent to <strong>{next}</strong>
          </span>
        }
        extra="You are signed out on your other devices."
        rules={CODE_RULES}
      >
        <CodeInput />
      </Form.Item>
      <FormActions cancel="Back" onCancel={onBack} isBusy={confirm.isPending} busy="Changing...">
        Change email
      </FormActions>
    </AppForm>
  );
}

/** Changes the address in two steps: codes are sent to both, then both are entered. */
export default function ChangeEmail({ email, onClose }: { email: string; onClose: () => void }) {
  const [form] = Form.useForm<{ email: string }>();
  /** Where the codes were sent. */
  const [next, setNext] = useState<string>();
  const begin = useBeginEmailChange({
    mutation: { meta: { fallback: 'The codes could not be sent' } },
  });
  const send = (to: string): void => {
    if (begin.isPending) return;
    begin.mutate({ data: { email: to } }, { onSuccess: () => setNext(to) });
  };
  return (
    <Dialog title="Change email" width={480} onClose={onClose}>
      {next !== undefined ? (
        <CodesForm email={email} next={next} onBack={() => setNext(undefined)} onDone={onClose} />
      ) : (
        <AppForm
          form={form}
          label="Where the codes are sent"
          serverErrors={begin.error?.fieldErrors}
          onSubmit={({ email: typed }) => send(toPlainText(typed))}
        >
          <p className={styles.lead}>
            To protect your account, we send a code to <strong>{email}</strong> and another to the
            new address. You need both.
          </p>
          <Form.Item name="email" label="New email address" rules={EMAIL_RULES}>
            <Input type="email" size="large" autoFocus autoComplete="email" maxLength={254} />
          </Form.Item>
          <FormActions onCancel={onClose} isBusy={begin.isPending} busy="Sending...">
            Send codes
          </FormActions>
        </AppForm>
      )}
    </Dialog>
  );
}
