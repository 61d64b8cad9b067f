import { Button, Flex, Result } from 'antd';
import { PageSpinner } from '@/components/feedback/spinner';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { AuthCard } from './auth-card';

export const VerifyPending = () => <PageSpinner label="Verifying your email" />;

export function VerifySucceeded() {
  return (
    <AuthCard role="status">
      <Result
        status="success"
        style={{ padding: 0 }}
        title={
          <h1 style={{ fontSize: 24, overflowWrap: 'anywhere' }}>Email verified successfully!</h1>
        }
        subTitle="You can sign in now and top up your wallet."
        extra={
          <Flex vertical gap="small">
            <LinkButton type="primary" size="large" block to={paths.auth}>
              Go to Login
            </LinkButton>
            <LinkButton size="large" block to={paths.landing}>
              Go to Home
            </LinkButton>
          </Flex>
        }
      />
    </AuthCard>
  );
}

export function VerifyFailed({ message }: { message: string }) {
  return (
    <AuthCard role="alert">
      <Result
        status="error"
        style={{ padding: 0 }}
        title={<h1 style={{ fontSize: 24, overflowWrap: 'anywhere' }}>Verification failed</h1>}
        subTitle={message}
        extra={
          <Flex vertical gap="small">
            <Button type="primary" size="large" block onClick={() => window.location.reload()}>
              Try Again
            </Button>
            <LinkButton size="large" block to={paths.auth}>
              Go to Login
            </LinkButton>
            <LinkButton type="text" size="large" block to={paths.landing}>
              Go to Home
            </LinkButton>
          </Flex>
        }
      />
    </AuthCard>
  );
}
