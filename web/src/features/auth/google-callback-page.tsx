import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { errorMessage } from '@/api/error-messages';
import { googleVerifyToken } from '@/api/calls';
import { session } from '@/api/session';
import { paths } from '@/lib/paths';
import { notify } from '@/components/feedback/notify';
import { PageSpinner } from '@/components/feedback/spinner';
import { LinkButton } from '@/components/ui/link-button';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import styles from './auth-card.module.css';
import { AuthResult } from './auth-result';

/** Parameters of the callback URL: a code to exchange for a session, or an error message. */
export type GoogleCallback =
  | { readonly kind: 'success'; readonly code: string; readonly name: string }
  | { readonly kind: 'failure'; readonly message: string };

export const AUTHENTICATION_FAILED = 'Authentication failed';
const INVALID_USER_DATA = 'Invalid user data received';
const MAX_MESSAGE_LENGTH = 200;

const ERROR_CODE = /^[a-z_]+$/;
const UNAVAILABLE = 'Google did not answer. Please try again in a minute.';
/** Codes of OAuth 2.0 and OpenID Connect. */
const REASONS = new Map([
  ['access_denied', 'You cancelled the Google sign-in.'],
  ['server_error', UNAVAILABLE],
  ['temporarily_unavailable', UNAVAILABLE],
]);

const toSentence = (error: string): string =>
  REASONS.get(error) ??
  (ERROR_CODE.test(error) ? 'Google refused the sign-in. Please try again.' : error);

function readName(text: string | null): string | null {
  try {
    const user: unknown = JSON.parse(text ?? '');
    if (typeof user !== 'object' || user === null) return null;
    return 'name' in user && typeof user.name === 'string' ? user.name : '';
  } catch {
    return null;
  }
}

export function parseGoogleCallback(params: URLSearchParams): GoogleCallback {
  const error = params.get('error')?.trim().slice(0, MAX_MESSAGE_LENGTH);
  const code = params.get('token');
  if (error || params.get('success') !== 'true' || !code)
    return { kind: 'failure', message: error ? toSentence(error) : AUTHENTICATION_FAILED };
  const name = readName(params.get('user'));
  return name === null
    ? { kind: 'failure', message: INVALID_USER_DATA }
    : { kind: 'success', code, name };
}

/** Removes the code from the URL first, then exchanges it for a session once. */
export function useGoogleCallback(): { error: string | null; name: string } {
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
  }, [callback, navigate]);

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
