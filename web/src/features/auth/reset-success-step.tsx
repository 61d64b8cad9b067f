import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { AuthHeading } from './auth-card';

export function ResetSuccessStep() {
  return (
    <>
      <AuthHeading title="Password reset" lead="Sign in with your new password." />
      <LinkButton type="primary" size="large" block to={paths.auth}>
        Go to Login
      </LinkButton>
    </>
  );
}
