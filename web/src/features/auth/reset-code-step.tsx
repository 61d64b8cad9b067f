import { Button } from 'antd';
import { useEffect, useState, type FormEvent } from 'react';
import {
  useForgotPassword,
  useVerifyResetToken,
} from '@/api/generated/hooks/authentication/authentication';
import { CodeInput } from '@/components/form/code-input';
import { toast } from '@/lib/toast';
import { useCountdown } from '@/lib/use-countdown';
import styles from './auth-card.module.css';

const RESEND_SECONDS = 60;

export function ResetCodeStep({
  email,
  onAccepted,
}: {
  email: string;
  onAccepted: (code: string) => void;
}) {
  const [code, setCode] = useState('');
  const [left, restart] = useCountdown();
  const verify = useVerifyResetToken({
    mutation: { meta: { fallback: 'Invalid verification code' } },
  });
  const resend = useForgotPassword({
    mutation: {
      meta: { fallback: 'Failed to resend verification code', thrown: 'Failed to resend code' },
    },
  });

  useEffect(() => restart(RESEND_SECONDS), [restart]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const token = code.replace(/\s/g, '');
    if (token.length < 6) {
      toast.error('Please enter the complete 6-digit code');
      return;
    }
    verify.mutate(
      { data: { email, token } },
      {
        onSuccess: () => {
          toast.success('Code verified successfully');
          onAccepted(token);
        },
        onError: () => setCode(''),
      },
    );
  };

  const again = (): void =>
    resend.mutate(
      { data: { email } },
      {
        onSuccess: () => {
          toast.success('New verification code sent');
          setCode('');
          restart(RESEND_SECONDS);
        },
      },
    );

  return (
    <form onSubmit={submit} aria-label="Enter the code" className={styles.stackWide} noValidate>
      <div>
        <h1 className={styles.title}>Enter the code</h1>
        <p className={styles.leadTight}>
          If <strong>{email}</strong> has an account, six digits are on their way to it.
        </p>
      </div>
      <CodeInput label="Verification code" value={code} onChange={setCode} />
      <Button type="primary" size="large" block htmlType="submit" disabled={verify.isPending}>
        {verify.isPending ? 'Verifying...' : 'Verify Code'}
      </Button>
      <p className={styles.centre}>
        <button
          type="button"
          className={styles.link}
          disabled={left > 0 || resend.isPending}
          onClick={again}
        >
          {left > 0 ? `Resend code in ${left}s` : 'Resend code'}
        </button>
      </p>
    </form>
  );
}
