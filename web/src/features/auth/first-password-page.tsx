import { Button, Form } from 'antd';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useChangePassword } from '@/api/generated/profile';
import { isStaff, session } from '@/api/session';
import { signOut } from '@/api/sign-out';
import { notify } from '@/components/feedback/notify';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { paths } from '@/lib/paths';
import { safeRedirect } from '@/lib/redirect';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import styles from './auth-card.module.css';

const TITLE = 'Choose your own password';

interface Passwords {
  old_password: string;
  new_password: string;
  new_password_confirmation: string;
}

/** After a sign-in with a password that staff gave: nothing else opens before it is replaced. */
export default function FirstPasswordPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [form] = Form.useForm<Passwords>();
  const change = useChangePassword({
    mutation: { meta: { fallback: 'Failed to change the password' } },
  });
  usePageTitle(TITLE);

  const submit = (data: Passwords): void => {
    if (change.isPending) return;
    change.mutate(
      { data },
      {
        onSuccess: ({ message }) => {
          const current = session.get();
          if (!current) return;
          session.refreshUser({ ...current.user, must_change_password: false });
          notify.success(message);
          const home = isStaff(current.user) ? paths.adminDashboard : paths.dashboard;
          void navigate(safeRedirect(params.get('redirectTo'), home), { replace: true });
        },
      },
    );
  };

  return (
    <AuthCard>
      <AuthHeading
        title={TITLE}
        lead="Our staff created your account and know its first password. Choose a new one that only you know."
      />
      <AppForm form={form} label={TITLE} serverErrors={change.error?.fieldErrors} onSubmit={submit}>
        <Form.Item
          name="old_password"
          label="First password"
          extra="The password that you just signed in with."
          rules={[{ required: true, message: 'Please enter your current password' }]}
        >
          <PasswordInput size="large" autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="new_password"
          label="New password"
          extra="At least 8 characters"
          validateFirst
          rules={[
            { required: true, message: 'Please enter a new password' },
            { min: 8, message: 'New password must be at least 8 characters long' },
          ]}
        >
          <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="new_password_confirmation"
          label="Confirm new password"
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, again: string) =>
                again === getFieldValue('new_password')
                  ? Promise.resolve()
                  : Promise.reject(new Error('New password and confirm password do not match')),
            }),
          ]}
        >
          <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Link className={styles.forgot} to={paths.forgotPassword}>
          Forgot it? Reset it by email
        </Link>
        <Button type="primary" size="large" block htmlType="submit" disabled={change.isPending}>
          {change.isPending ? 'Saving...' : 'Save Password'}
        </Button>
      </AppForm>
      <p className={styles.toggle}>
        Not you?
        <Button type="link" onClick={signOut}>
          Sign out
        </Button>
      </p>
    </AuthCard>
  );
}
