import { Button, Divider } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSiteConfig } from '@/api/site-config';
import { Icon } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { useUrlParams } from '@/lib/url-params';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import styles from './auth-card.module.css';
import { readEmailState } from './email';
import { GoogleButton } from './google-button';
import { readInvitation } from './invitation';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

// Rarely shown, and the bundle budget of the sign-in screen has no room for Ant Design's Alert.
const UnverifiedNotice = lazy(() => import('./unverified-notice'));

export default function AuthPage() {
  const [params, write] = useUrlParams();
  const invitation = readInvitation(params);
  const isRegistering = params.get('mode') === 'register';
  const passedEmail = readEmailState(useLocation().state);
  const [registeredEmail, setRegisteredEmail] = useState('');
  const [unverifiedEmail, setUnverifiedEmail] = useState<string | null>(null);
  const requiresVerification = useSiteConfig()?.email_verification !== false;
  usePageTitle(isRegistering ? 'Create Account' : 'Sign in');

  const setMode = (mode: 'register' | 'sign-in'): void =>
    write({ mode: mode === 'register' ? mode : null }, true);

  return (
    <AuthCard>
      <LinkButton
        type="text"
        className={styles.back}
        to={paths.landing}
        icon={<Icon name="arrowLeft" size={16} />}
      >
        Back to Home
      </LinkButton>
      {isRegistering ? (
        <AuthHeading title="Create Account" lead="It takes a minute and is free." />
      ) : (
        <AuthHeading title="Welcome Back" lead="Sign in to your wallet and your proxies." />
      )}
      <Suspense>
        {unverifiedEmail && !isRegistering && <UnverifiedNotice email={unverifiedEmail} />}
      </Suspense>
      {isRegistering ? (
        <SignUpForm
          requiresVerification={requiresVerification}
          invitation={invitation}
          initialEmail={passedEmail}
          onRegistered={(email) => {
            setRegisteredEmail(email);
            if (requiresVerification) setUnverifiedEmail(email);
            setMode('sign-in');
          }}
        />
      ) : (
        <SignInForm
          initialEmail={registeredEmail || passedEmail}
          onUnverified={setUnverifiedEmail}
          redirectTo={params.get('redirectTo')}
        />
      )}
      <Divider plain>or</Divider>
      <GoogleButton invitation={invitation} />
      <p className={styles.toggle}>
        {isRegistering ? 'Already have an account?' : 'Don’t have an account?'}
        <Button type="link" onClick={() => setMode(isRegistering ? 'sign-in' : 'register')}>
          {isRegistering ? 'Sign in' : 'Sign up'}
        </Button>
      </p>
    </AuthCard>
  );
}
