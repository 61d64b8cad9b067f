import { Alert, Button } from 'antd';
import { useResendVerification } from '@/api/generated/authentication';
import { notify } from '@/components/feedback/notify';
import { useCountdown } from '@/lib/use-countdown';
import styles from './auth-card.module.css';

const RESEND_SECONDS = 60;

export default function UnverifiedNotice({ email }: { email: string }) {
  const [secondsLeft, startCountdown] = useCountdown();
  const resend = useResendVerification({
    mutation: {
      meta: { fallback: 'Failed to resend verification link' },
      onSuccess: ({ message }) => {
        notify.info(message);
        startCountdown(RESEND_SECONDS);
      },
    },
  });
  return (
    <Alert
      type="info"
      role="status"
      className={styles.notice}
      title={
        <>
          <strong>{email}</strong> is not verified yet. Open the link in the email that we sent you,
          then sign in.
          <Button
            type="link"
            disabled={secondsLeft > 0 || resend.isPending}
            onClick={() => resend.mutate({ data: { email } })}
          >
            {secondsLeft > 0 ? `Send another in ${secondsLeft}s` : 'Send the link again'}
          </Button>
        </>
      }
    />
  );
}
