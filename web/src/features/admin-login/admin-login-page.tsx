import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { errorMessages } from '@/api/error-messages';
import { useAdminLogin } from '@/api/generated/authentication';
import { isStaff, session } from '@/api/session';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { emailRule } from '@/components/form/email-rule';
import { PasswordInput } from '@/components/form/password-input';
import { LinkButton } from '@/components/ui/link-button';
import { safeStaffRedirect } from '@/lib/admin-paths';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './admin-login-page.module.css';

const FAILED = 'Admin authentication failed';

interface Credentials {
  email: string;
  password: string;
  code?: string;
}

export default function AdminLoginPage() {
  const message = useMessage();
  const [form] = Form.useForm<Credentials>();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const [isExpired, setExpired] = useState(false);
  const login = useAdminLogin({
    mutation: {
      meta: { quiet: true },
      onError: (error) => {
        setExpired(error.code === 'FIRST_PASSWORD_EXPIRED');
        if (error.code === 'SECOND_FACTOR_REQUIRED') setNeedsCode(true);
        else errorMessages(error, { fallback: FAILED }).forEach(message.error);
      },
    },
  });
  usePageTitle('Admin Login');

  const submit = (data: Credentials): void => {
    if (login.isPending) return;
    login.mutate(
      { data },
      {
        onSuccess: ({ data: answer }) => {
          const { token, user }: Partial<typeof answer> = answer;
          if (!token || !user) {
            message.error(FAILED);
            return;
          }
          if (!isStaff(user)) {
            message.error('Access denied. Admin privileges required.');
            return;
          }
          session.start({ token, user });
          message.success('Admin login successful!');
          void navigate(safeStaffRedirect(params.get('redirectTo')), { replace: true });
        },
      },
    );
  };

  return (
    <div className={styles.card}>
      <LinkButton
        type="text"
        icon={<ArrowLeftOutlined aria-hidden />}
        to={paths.landing}
        className={styles.back}
      >
        Back to Home
      </LinkButton>
      <h1 className={styles.title}>Admin Login</h1>
      <p className={styles.notice}>
        <SafetyOutlined aria-hidden /> Authorized personnel only
      </p>
      <AppForm
        form={form}
        label="Admin login"
        serverErrors={login.error?.fieldErrors}
        onSubmit={submit}
      >
        <Form.Item
          name="email"
          label="Admin email"
          rules={[
            { required: true, message: 'Please enter your admin email' },
            emailRule('Please enter a valid email address'),
          ]}
        >
          <Input type="email" size="large" autoComplete="username" required />
        </Form.Item>
        <Form.Item
          name="password"
          label="Password"
          rules={[{ required: true, message: 'Please enter your password' }]}
        >
          <PasswordInput size="large" autoComplete="current-password" required />
        </Form.Item>
        {needsCode && (
          <Form.Item
            name="code"
            label="Code from your authenticator app"
            extra="Six digits, or one of your recovery codes."
            rules={[{ required: true, message: 'Please enter the code' }]}
          >
            <Input size="large" autoComplete="one-time-code" maxLength={40} autoFocus required />
          </Form.Item>
        )}
        {isExpired && (
          <Link className={styles.forgot} to={paths.forgotPassword}>
            Forgot password?
          </Link>
        )}
        <Button type="primary" size="large" block htmlType="submit" disabled={login.isPending}>
          {login.isPending ? 'Signing In...' : 'Sign In to Admin Panel'}
        </Button>
      </AppForm>
    </div>
  );
}
