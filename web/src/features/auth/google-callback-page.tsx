import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { errorMessage } from '@/api/error-messages';
import { googleVerifyToken } from '@/api/calls';
import { session } from '@/api/session';
import { paths } from '@/lib/paths';
import { useMessage } from '@/components/feedback/use-message';
import { AUTHENTICATION_FAILED, parseGoogleCallback } from './google-callback';
import { PageSpinner } from '@/components/feedback/spinner';
import { LinkButton } from '@/components/ui/link-button';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import styles from './auth-card.module.css';
import { AuthResult } from './auth-result';

/** Removes the code from the URL first, then exchanges it for a session once. */
export function useGoogleCallback(): { error: string | null; name: string } {
  const notify = useMessage();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [callback] = useState(() => parseGoogleCallback(params));
  const [error, setError] = useState(callback.kind === 'failure' ? callback.message : null);
  const hasStarted = useRef(false);

  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const finish = async (): Promise<void> => {
      await navigate(paths.googleCallback, { replace: true });
      if (callback.kind === 'failure') return;
      try {
        const { data, message } = await googleVerifyToken({ access_token: callback.code });
        session.start({ token: data.token, user: data.user });
        notify.success(message ?? 'Successfully authenticated with Google!');
        await navigate(paths.dashboard, { replace: true });
      } catch (error) {
        const message = errorMessage(error, { fallback: AUTHENTICATION_FAILED });
        notify.error(message);
        setError(message);
      }
    };
    void finish();
  }, [callback, navigate, notify]);

  return { error, name: callback.kind === 'success' ? callback.name : '' };
}

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
