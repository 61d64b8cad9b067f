import { useResendVerification } from '@/api/generated/authentication';
import { notify } from '@/components/feedback/notify';
import { useCountdown } from '@/lib/use-countdown';

const RESEND_SECONDS = 60;

/** Mails a new verification link, once a minute. */
export function useResendLink() {
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
  return {
    send: (email: string): void => resend.mutate({ data: { email } }),
    isDisabled: secondsLeft > 0 || resend.isPending,
    secondsLeft,
    errors: resend.error?.fieldErrors,
  };
}
