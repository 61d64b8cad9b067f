import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useVerifyGoogleToken } from '@/api/generated/hooks/auth/auth';
import { session } from '@/api/session';
import { PageSpinner } from '@/components/feedback/spinner';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { errorMessage } from '@/api/error-messages';
import { paths } from '@/lib/paths';
import { toast } from '@/lib/toast';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './auth-card.module.css';

/** What is wrong with the address itself; null when its code can be exchanged. */
function problemOf(params: URLSearchParams): string | null {
  const code = params.get('token');
  if (params.get('success') !== 'true' || !code)
    return params.get('error') || 'Authentication failed';
  try {
    JSON.parse(params.get('user') ?? 'null');
    return null;
  } catch {
    return 'Invalid user data received';
  }
}

export default function GoogleCallbackPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [problem, setProblem] = useState(() => problemOf(params));
  const exchange = useVerifyGoogleToken({ mutation: { meta: { quiet: true } } });
  const asked = useRef(false);
  usePageTitle('Google sign-in');

  useEffect(() => {
    if (problem || asked.current) return;
    asked.current = true;
    exchange
      .mutateAsync({ data: { access_token: params.get('token') ?? '' } })
      .then(({ data: { token, user } }) => {
        session.start({ token, user });
        toast.success('Successfully authenticated with Google!');
        return navigate(paths.dashboard, { replace: true });
      })
      .catch((error: unknown) =>
        setProblem(errorMessage(error, { fallback: 'Failed to authenticate with Google' })),
      );
  }, [problem, exchange, params, navigate]);

  if (!problem) return <PageSpinner label="Signing you in with Google" />;
  return (
    <div className={`${styles.card} ${styles.centre}`} role="alert">
      <span className={`${styles.mark} ${styles.bad}`}>
        <Icon name="alert" size={24} />
      </span>
      <h1 className={styles.title}>Google sign-in failed</h1>
      <p className={styles.lead}>{problem}</p>
      <ButtonLink look="primary" large block to={paths.auth} replace>
        Try Again
      </ButtonLink>
    </div>
  );
}
