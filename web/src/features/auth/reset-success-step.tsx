import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import styles from './auth-card.module.css';

export function ResetSuccessStep() {
  return (
    <div className={styles.centre}>
      <span className={styles.mark}>
        <Icon name="check" size={24} />
      </span>
      <h1 className={styles.title} tabIndex={-1}>
        Password reset
      </h1>
      <p className={styles.lead}>Sign in with your new password.</p>
      <ButtonLink look="primary" large block to={paths.auth}>
        Go to Login
      </ButtonLink>
    </div>
  );
}
