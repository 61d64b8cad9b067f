import { Button, Form, Input } from 'antd';
import { useRegister } from '@/api/generated/authentication';
import { AccountFields } from '@/components/form/account-fields';
import { AppForm } from '@/components/form/app-form';
import { notify } from '@/components/feedback/notify';
import { Link } from 'react-router-dom';
import { paths } from '@/lib/paths';
import styles from './auth-card.module.css';
import { emailRules } from './email';
import { forgetInvitation } from './invitation';

export interface SignUp {
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
}

const CREATED =
  'Account created successfully! Check your email inbox or spam box for verification link. Please login to continue.';
const CREATED_WITHOUT_VERIFICATION = 'Account created successfully! Please login to continue.';

/** What an account needs, and what its owner agrees to. @param hasEmail false where the address is known. */
export const SignUpFields = ({ hasEmail = true }: { hasEmail?: boolean }) => (
  <>
    <AccountFields>
      {hasEmail && (
        <Form.Item name="email" label="Email address" rules={emailRules}>
          <Input type="email" size="large" autoComplete="email" />
        </Form.Item>
      )}
    </AccountFields>
    <p className={styles.consent}>
      By creating an account you confirm that you are 18 or older and accept the{' '}
      <Link to={paths.terms} target="_blank">
        Terms of Service
      </Link>{' '}
      and{' '}
      <Link to={paths.privacy} target="_blank">
        Privacy Policy
      </Link>
      .
    </p>
  </>
);

interface SignUpFormProps {
  /** Whether the email address must be verified before the first sign-in. */
  requiresVerification?: boolean;
  /** The code of an invitation link. */
  invitation?: string;
  /** To fill in. */
  initialEmail?: string;
  onRegistered: (email: string) => void;
}

export function SignUpForm({
  requiresVerification = true,
  invitation,
  initialEmail = '',
  onRegistered,
}: SignUpFormProps) {
  const [form] = Form.useForm<SignUp>();
  const register = useRegister({ mutation: { meta: { fallback: 'Authentication failed' } } });

  const submit = (values: SignUp): void => {
    if (register.isPending) return;
    register.mutate(
      { data: { ...values, referral: invitation, created_at: new Date().toISOString() } },
      {
        onSuccess: () => {
          notify.success(requiresVerification ? CREATED : CREATED_WITHOUT_VERIFICATION);
          forgetInvitation();
          form.resetFields();
          onRegistered(values.email);
        },
      },
    );
  };

  return (
    <AppForm
      form={form}
      label="Create account"
      initialValues={{ email: initialEmail }}
      serverErrors={register.error?.fieldErrors}
      onSubmit={submit}
    >
      <SignUpFields />
      <Button type="primary" size="large" block htmlType="submit" disabled={register.isPending}>
        {register.isPending ? 'Creating Account...' : 'Create Account'}
      </Button>
    </AppForm>
  );
}
