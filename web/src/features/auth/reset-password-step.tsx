import { Button, Form } from 'antd';
import { useResetPassword } from '@/api/generated/authentication';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { useMessage } from '@/components/feedback/use-message';
import { AuthHeading } from './auth-card';

interface NewPassword {
  password: string;
  password_confirmation: string;
}

const MIN_PASSWORD_LENGTH = 8;

interface PasswordError {
  name: keyof NewPassword;
  error: string;
}

function validateNewPassword(values: NewPassword): PasswordError | null {
  const { password, password_confirmation: again } = values;
  if (!password) return { name: 'password', error: 'Please fill in all password fields' };
  if (!again) return { name: 'password_confirmation', error: 'Please fill in all password fields' };
  if (password !== again) return { name: 'password_confirmation', error: 'Passwords do not match' };
  if (password.length < MIN_PASSWORD_LENGTH)
    return { name: 'password', error: 'Password must be at least 8 characters long' };
  return null;
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
    const invalid = validateNewPassword(values);
    if (invalid) {
      form.setFields([{ name: invalid.name, errors: [invalid.error] }]);
      form.scrollToField(invalid.name, { block: 'center', focus: true });
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
      <AuthHeading
        title="Choose a new password"
        lead="You will be signed out on all your devices."
      />
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
