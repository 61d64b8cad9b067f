import { Button } from 'antd';
import { useState, type FormEvent } from 'react';
import {
  useForgotPassword,
  useVerifyResetToken,
} from '@/api/generated/hooks/authentication/authentication';
import { CodeInput } from '@/components/form/code-input';
import { toast } from '@/lib/toast';
import styles from './auth-card.module.css';

export function ResetCodeStep({
  email,
  wait,
  onResent,
  onAccepted,
}: {
  email: string;
  /** Seconds until another code can be asked for. */
  wait: number;
  onResent: () => void;
  onAccepted: (code: string) => void;
}) {
  const [code, setCode] = useState('');
  const verify = useVerifyResetToken({
    mutation: { meta: { fallback: 'Invalid verification code' } },
  });
  const resend = useForgotPassword({
    mutation: {
      meta: { fallback: 'Failed to resend verification code', thrown: 'Failed to resend code' },
    },
  });

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
          onResent();
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
          disabled={wait > 0 || resend.isPending}
          onClick={again}
        >
          {wait > 0 ? `Resend code in ${wait}s` : 'Resend code'}
        </button>
      </p>
    </form>
  );
}
