import { useState } from 'react';
import { useSiteConfig } from '@/api/site-config';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import { useUrlParams } from '@/lib/url-params';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './auth-card.module.css';
import { GoogleButton } from './google-button';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';
import { UnverifiedNotice } from './unverified-notice';

export default function AuthPage() {
  const [params, write] = useUrlParams();
  const registering = params.get('mode') === 'register';
  const [unverified, setUnverified] = useState<string | null>(null);
  const mustVerify = useSiteConfig()?.email_verification !== false;
  usePageTitle(registering ? 'Create Account' : 'Sign in');

  const show = (mode: 'register' | 'sign-in'): void =>
    write({ mode: mode === 'register' ? mode : null }, true);

  return (
    <div className={styles.card}>
      <ButtonLink look="quiet" className={styles.back} to={paths.landing}>
        <Icon name="arrowLeft" size={16} /> Back to Home
      </ButtonLink>
      <h1 className={styles.title}>{registering ? 'Create Account' : 'Welcome Back'}</h1>
      <p className={styles.lead}>
        {registering
          ? 'It takes a minute and costs nothing.'
          : 'Sign in to your wallet and your proxies.'}
      </p>
      {unverified && !registering && <UnverifiedNotice email={unverified} />}
      {registering ? (
        <SignUpForm
          mustVerify={mustVerify}
          onRegistered={(email) => {
            if (mustVerify) setUnverified(email);
            show('sign-in');
          }}
        />
      ) : (
        <SignInForm onUnverified={setUnverified} redirectTo={params.get('redirectTo')} />
      )}
      <div className={styles.or}>or</div>
      <GoogleButton />
      <p className={styles.toggle}>
        {registering ? 'Already have an account?' : 'Don’t have an account?'}{' '}
        <button
          type="button"
          className={styles.link}
          onClick={() => show(registering ? 'sign-in' : 'register')}
        >
          {registering ? 'Sign in' : 'Sign up'}
        </button>
      </p>
    </div>
  );
}
