import { PageSpinner } from '@/components/feedback/spinner';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import styles from './auth-card.module.css';
import { AuthResult } from './auth-result';
import { useGoogleCallback } from './use-google-callback';

export default function GoogleCallbackPage() {
  const { error, name } = useGoogleCallback();
  usePageTitle('Sign in with Google');
  if (error === null) {
    return (
      <AuthCard>
        <div className={styles.centre}>
          <PageSpinner label="Signing you in" />
          <AuthHeading
            title={name ? `Welcome, ${name}` : 'One moment'}
            lead="Finishing your sign-in with Google..."
          />
        </div>
      </AuthCard>
    );
  }
  return (
    <AuthResult status="error" title="Sign-in failed" text={error}>
      <LinkButton type="primary" size="large" block to={paths.auth}>
        Try Again
      </LinkButton>
      <LinkButton type="text" size="large" block to={paths.landing}>
        Go to Home
      </LinkButton>
    </AuthResult>
  );
}
