import { Button, Form, Input } from 'antd';
import { useForgotPassword } from '@/api/generated/authentication';
import { AppForm } from '@/components/form/app-form';
import { useMessage } from '@/components/feedback/use-message';
import { AuthHeading } from './auth-card';
import styles from './auth-card.module.css';
import { emailRules } from './form-rules';

export function ResetEmailStep({
  email,
  onSent,
  onHasCode,
}: {
  email: string;
  onSent: (email: string) => void;
  /** Missing when no valid code was requested in this tab. */
  onHasCode?: () => void;
}) {
  const notify = useMessage();
  const [form] = Form.useForm<{ email: string }>();
  const send = useForgotPassword({
    mutation: { meta: { fallback: 'Failed to send verification code' } },
  });
  const submit = (data: { email: string }): void => {
    if (send.isPending) return;
    send.mutate(
      { data },
      {
        onSuccess: () => {
          notify.success('Verification code sent to your email');
          onSent(data.email);
        },
      },
    );
  };
  return (
    <>
      <AuthHeading title="Reset your password" lead="We will email you a six-digit code." />
      <AppForm
        form={form}
        label="Reset your password"
        initialValues={{ email }}
        serverErrors={send.error?.fieldErrors}
        onSubmit={submit}
      >
        <Form.Item name="email" label="Email address" rules={emailRules}>
          <Input type="email" size="large" autoComplete="username" />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit" disabled={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send Verification Code'}
        </Button>
        {onHasCode && (
          <p className={styles.toggle}>
            <Button type="link" onClick={onHasCode}>
              I already have a code
            </Button>
          </p>
        )}
      </AppForm>
    </>
  );
}
