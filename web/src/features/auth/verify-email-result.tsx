import { Button } from 'antd';
import { PageSpinner } from '@/components/feedback/spinner';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { AuthResult } from './auth-result';
import { emailState } from './email-state';

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
