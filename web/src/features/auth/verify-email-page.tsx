import { Button, Form, Input } from 'antd';
import { PageSpinner } from '@/components/feedback/spinner';
import { AppForm } from '@/components/form/app-form';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { AuthResult } from './auth-result';
import { emailRules, emailState, type EmailState } from './email';
import { useResendLink } from './use-resend-link';
import { useParams, useSearchParams } from 'react-router-dom';
import { errorMessage } from '@/api/error-messages';
import { useVerifyEmail } from '@/api/generated/authentication';
import { usePageTitle } from '@/lib/use-page-title';

export const VerifyPending = () => <PageSpinner label="Verifying your email" />;

/** The email is empty when the server did not name it. */
export const VerifySucceeded = ({ email }: { email: string }) => (
  <AuthResult
    status="success"
    title="Email verified successfully!"
    text="You can sign in now and top up your wallet."
  >
    <LinkButton type="primary" size="large" block to={paths.auth} state={emailState(email)}>
      Go to Login
    </LinkButton>
    <LinkButton size="large" block to={paths.landing}>
      Go to Home
    </LinkButton>
  </AuthResult>
);

/** Asks for the address, which a link does not contain. */
function NewLink() {
  const [form] = Form.useForm<EmailState>();
  const { send, isDisabled, secondsLeft, errors } = useResendLink();
  return (
    <AppForm
      form={form}
      label="New link"
      serverErrors={errors}
      onSubmit={({ email }) => {
        if (!isDisabled) send(email);
      }}
    >
      <Form.Item name="email" label="Email address" rules={emailRules}>
        <Input type="email" size="large" autoComplete="email" />
      </Form.Item>
      <Button type="primary" size="large" block htmlType="submit" disabled={isDisabled}>
        {secondsLeft > 0 ? `Send another in ${secondsLeft}s` : 'Send a new link'}
      </Button>
    </AppForm>
  );
}

/** @param isBadLink whether another link would help, rather than another attempt. */
export const VerifyFailed = ({ message, isBadLink }: { message: string; isBadLink: boolean }) => (
  <AuthResult status="error" title="Verification failed" text={message}>
    {isBadLink && <NewLink />}
    <Button
      type={isBadLink ? 'default' : 'primary'}
      size="large"
      block
      onClick={() => window.location.reload()}
    >
      Try Again
    </Button>
    <LinkButton size="large" block to={paths.auth}>
      Go to Login
    </LinkButton>
    <LinkButton type="text" size="large" block to={paths.landing}>
      Go to Home
    </LinkButton>
  </AuthResult>
);

const BAD_LINK = ['INVALID_LINK', 'LINK_EXPIRED'];
const ERROR_MESSAGES = {
  fallback: 'Email verification failed',
  thrown: 'An error occurred while verifying your email',
};

export default function VerifyEmailPage() {
  const { userId = '', token = '' } = useParams();
  const [params] = useSearchParams();
  const complete = userId !== '' && token !== '';
  usePageTitle('Email verification');
  const verification = useVerifyEmail(
    userId,
    token,
    {
      expires: params.get('expires') ?? undefined,
      signature: params.get('signature') ?? undefined,
    },
    { query: { enabled: complete, retry: false, staleTime: Infinity, meta: ERROR_MESSAGES } },
  );

  if (!complete) return <VerifyFailed message="Invalid verification link" isBadLink />;
  if (verification.isPending) return <VerifyPending />;
  if (verification.isError)
    return (
      <VerifyFailed
        message={errorMessage(verification.error, ERROR_MESSAGES)}
        isBadLink={BAD_LINK.includes(verification.error.code)}
      />
    );
  return <VerifySucceeded email={verification.data.data?.email ?? ''} />;
}
