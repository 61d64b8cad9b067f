import { Button, Form } from 'antd';
import { useResetPassword } from '@/api/generated/hooks/authentication/authentication';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { useMessage } from '@/components/feedback/use-message';
import { AuthHeading } from './auth-card';

interface NewPassword {
  password: string;
  password_confirmation: string;
}

function validateNewPassword({
  password,
  password_confirmation: again,
}: NewPassword): string | null {
  if (!password || !again) return 'Please fill in all password fields';
  if (password !== again) return 'Passwords do not match';
  return password.length < 8 ? 'Password must be at least 8 characters long' : null;
}

export function ResetPasswordStep({
  email,
  code,
  onDone,
}: {
  email: string;
  code: string;
  onDone: () => void;
}) {
  const notify = useMessage();
  const [form] = Form.useForm<NewPassword>();
  const reset = useResetPassword({ mutation: { meta: { fallback: 'Failed to reset password' } } });

  const submit = (values: NewPassword): void => {
    const error = validateNewPassword(values);
    if (error) {
      form.setFields([
        { name: values.password ? 'password_confirmation' : 'password', errors: [error] },
      ]);
      return;
    }
    if (reset.isPending) return;
    reset.mutate(
      { data: { email, token: code, ...values } },
      {
        onSuccess: () => {
          notify.success('Password reset successfully');
          onDone();
        },
      },
    );
  };

  return (
    <>
      <AuthHeading title="Choose a new password" lead="It signs you out everywhere else." />
      <AppForm
        form={form}
        label="Choose a new password"
        serverErrors={reset.error?.fieldErrors}
        onSubmit={submit}
      >
        <Form.Item name="password" label="New password" extra="At least 8 characters">
          <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item name="password_confirmation" label="Confirm password">
          <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit" disabled={reset.isPending}>
          {reset.isPending ? 'Resetting...' : 'Reset Password'}
        </Button>
      </AppForm>
    </>
  );
}
