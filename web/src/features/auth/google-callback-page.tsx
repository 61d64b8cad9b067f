import { PageSpinner } from '@/components/feedback/spinner';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './auth-card.module.css';
import { useGoogleCallback } from './use-google-callback';

export default function GoogleCallbackPage() {
  const { error, name } = useGoogleCallback();
  usePageTitle('Sign in with Google');
  if (error === null) {
    return (
      <div className={`${styles.card} ${styles.centre}`}>
        <PageSpinner label="Signing you in" />
        <h1 className={styles.title}>{name ? `Welcome, ${name}` : 'One moment'}</h1>
        <p className={styles.leadTight}>Finishing your sign-in with Google...</p>
      </div>
    );
  }
  return (
    <div className={`${styles.card} ${styles.centre}`} role="alert">
      <span className={`${styles.mark} ${styles.bad}`}>
        <Icon name="alert" size={24} />
      </span>
      <h1 className={styles.title}>Sign-in failed</h1>
      <p className={styles.lead}>{error}</p>
      <div className={styles.stack}>
        <ButtonLink look="primary" large block to={paths.auth}>
          Try Again
        </ButtonLink>
        <ButtonLink look="quiet" large block to={paths.landing}>
          Go to Home
        </ButtonLink>
      </div>
    </div>
  );
}
