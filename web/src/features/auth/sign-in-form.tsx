import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { errorMessages } from '@/api/error-messages';
import { useLogin } from '@/api/generated/authentication';
import { session } from '@/api/session';
import { AppForm } from '@/components/form/app-form';
import { PasswordInput } from '@/components/form/password-input';
import { paths } from '@/lib/paths';
import { safeRedirect } from '@/lib/redirect';
import { notify } from '@/components/feedback/notify';
import styles from './auth-card.module.css';
import { emailState, emailRules } from './email';

interface SignIn {
  email: string;
  password: string;
  /** Of the second factor. */
  code?: string;
}

interface SignInFormProps {
  /** To fill in; empty when unknown. */
  initialEmail: string;
  redirectTo: string | null;
  onUnverified: (email: string) => void;
}

export function SignInForm({ initialEmail, redirectTo, onUnverified }: SignInFormProps) {
  const [form] = Form.useForm<SignIn>();
  const email = Form.useWatch('email', form) ?? initialEmail;
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const login = useLogin({
    mutation: {
      meta: { quiet: true },
      onError: (error) => {
        if (error.code === 'SECOND_FACTOR_REQUIRED') setNeedsCode(true);
        else errorMessages(error, { fallback: 'Authentication failed' }).forEach(notify.error);
      },
    },
  });

  const submit = (data: SignIn): void => {
    if (login.isPending) return;
    login.mutate(
      { data },
      {
        onSuccess: ({ data: { token, user } }) => {
          session.start({ token, user });
          notify.success('Login Successful!');
          void navigate(safeRedirect(redirectTo, paths.dashboard), { replace: true });
        },
        onError: (error) => error.code === 'EMAIL_NOT_VERIFIED' && onUnverified(data.email),
      },
    );
  };

  return (
    <AppForm
      form={form}
      label="Sign in"
      initialValues={{ email: initialEmail }}
      serverErrors={login.error?.fieldErrors}
      onSubmit={submit}
      // Another account may need no code.
      onChange={(changed) => changed.email !== undefined && setNeedsCode(false)}
    >
      <Form.Item name="email" label="Email address" rules={emailRules}>
        <Input type="email" size="large" autoComplete="username" />
      </Form.Item>
      <Form.Item
        name="password"
        label="Password"
        rules={[{ required: true, message: 'Please enter your password' }]}
      >
        <PasswordInput size="large" autoComplete="current-password" />
      </Form.Item>
      {needsCode && (
        <Form.Item
          name="code"
          label="Code from your authenticator app"
          extra="Six digits, or one of your recovery codes."
          rules={[{ required: true, message: 'Please enter the code' }]}
        >
          <Input size="large" autoComplete="one-time-code" maxLength={40} autoFocus />
        </Form.Item>
      )}
      <Link className={styles.forgot} to={paths.forgotPassword} state={emailState(email)}>
        Forgot password?
      </Link>
      <Button type="primary" size="large" block htmlType="submit" disabled={login.isPending}>
        {login.isPending ? 'Signing In...' : 'Sign In'}
      </Button>
    </AppForm>
  );
}
