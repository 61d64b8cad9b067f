import { Alert, Button } from 'antd';
import styles from './auth-card.module.css';
import { useResendLink } from './use-resend-link';

export default function UnverifiedNotice({ email }: { email: string }) {
  const { send, isDisabled, secondsLeft } = useResendLink();
  return (
    <Alert
      type="info"
      role="status"
      className={styles.notice}
      title={
        <>
          <strong>{email}</strong> is not verified yet. Open the link in the email that we sent you,
          then sign in.
          <Button type="link" disabled={isDisabled} onClick={() => send(email)}>
            {secondsLeft > 0 ? `Send another in ${secondsLeft}s` : 'Send the link again'}
          </Button>
        </>
      }
    />
  );
}
