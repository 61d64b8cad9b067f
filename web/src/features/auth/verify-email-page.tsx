import { Button } from 'antd';
import { PageSpinner } from '@/components/feedback/spinner';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { AuthResult } from './auth-result';
import { emailState } from './email';
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

export const VerifyFailed = ({ message }: { message: string }) => (
  <AuthResult status="error" title="Verification failed" text={message}>
    <Button type="primary" size="large" block onClick={() => window.location.reload()}>
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

  if (!complete) return <VerifyFailed message="Invalid verification link" />;
  if (verification.isPending) return <VerifyPending />;
  if (verification.isError)
    return <VerifyFailed message={errorMessage(verification.error, ERROR_MESSAGES)} />;
  return <VerifySucceeded email={verification.data.data?.email ?? ''} />;
}
