import { useResendVerification } from '@/api/generated/hooks/authentication/authentication';
import { toast } from '@/lib/toast';
import { useCountdown } from '@/lib/use-countdown';
import styles from './auth-card.module.css';

const RESEND_SECONDS = 60;

export function UnverifiedNotice({ email }: { email: string }) {
  const [left, restart] = useCountdown();
  const resend = useResendVerification({
    mutation: {
      meta: { fallback: 'Failed to resend verification link' },
      onSuccess: ({ message }) => {
        toast.blank(message);
        restart(RESEND_SECONDS);
      },
    },
  });
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>{email}</strong> is not confirmed yet. Open the link we have mailed to it, then sign
        in.
      </p>
      <button
        type="button"
        className={styles.link}
        disabled={left > 0 || resend.isPending}
        onClick={() => resend.mutate({ data: { email } })}
      >
        {left > 0 ? `Send another in ${left} s` : 'Send the link again'}
      </button>
    </div>
  );
}
