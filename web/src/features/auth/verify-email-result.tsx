import { PageSpinner } from '@/components/feedback/spinner';
import { ButtonLink, PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './auth-card.module.css';

export const VerifyPending = () => <PageSpinner label="Verifying your email" />;

export function VerifySucceeded() {
  return (
    <div className={`${styles.card} ${styles.centre}`} role="status">
      <span className={styles.mark}>
        <Icon name="check" size={24} />
      </span>
      <h1 className={styles.title}>Email verified successfully!</h1>
      <p className={styles.lead}>You can sign in now and top up your wallet.</p>
      <div className={styles.stack}>
        <ButtonLink look="primary" large block to={paths.auth}>
          Go to Login
        </ButtonLink>
        <ButtonLink large block to={paths.landing}>
          Go to Home
        </ButtonLink>
      </div>
    </div>
  );
}

export function VerifyFailed({ message }: { message: string }) {
  return (
    <div className={`${styles.card} ${styles.centre}`} role="alert">
      <span className={`${styles.mark} ${styles.bad}`}>
        <Icon name="alert" size={24} />
      </span>
      <h1 className={styles.title}>Verification failed</h1>
      <p className={styles.lead}>{message}</p>
      <div className={styles.stack}>
        <PlainButton look="primary" large block onClick={() => window.location.reload()}>
          Try Again
        </PlainButton>
        <ButtonLink large block to={paths.auth}>
          Go to Login
        </ButtonLink>
        <ButtonLink look="quiet" large block to={paths.landing}>
          Go to Home
        </ButtonLink>
      </div>
    </div>
  );
}
