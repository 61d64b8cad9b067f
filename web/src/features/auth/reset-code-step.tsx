import { Button, Form, Input, type GetRef } from 'antd';
import { useRef, useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useForgotPassword, useVerifyResetToken } from '@/api/generated/authentication';
import { notify } from '@/components/feedback/notify';
import { toPlainText } from '@/lib/plain-text';
import { AuthHeading } from './auth-card';
import styles from './auth-card.module.css';

const CODE_LENGTH = 6;

const keepDigits = (text: string): string => toPlainText(text).replace(/\D/g, '');

interface ResetCodeStepProps {
  email: string;
  /** Seconds until another code can be requested. */
  resendSeconds: number;
  onResent: () => void;
  onAccepted: (code: string) => void;
}

export function ResetCodeStep({ email, resendSeconds, onResent, onAccepted }: ResetCodeStepProps) {
  const [code, setCode] = useState('');
  const input = useRef<GetRef<typeof Input.OTP>>(null);
  const verify = useVerifyResetToken({
    mutation: { meta: { fallback: 'Invalid verification code' } },
  });
  const resend = useForgotPassword({
    mutation: {
      meta: { fallback: 'Failed to resend verification code', thrown: 'Failed to resend code' },
    },
  });

  const clear = (): void => {
    setCode('');
    input.current?.focus();
  };

  /** Ant Design starts at the focused box and would cut a whole code off there. */
  const pasteWhole = (event: ClipboardEvent): void => {
    const pasted = keepDigits(event.clipboardData.getData('text'));
    if (pasted.length !== CODE_LENGTH) return;
    event.preventDefault();
    // The boxes move the focus to the first empty one, so they must be filled by then.
    flushSync(() => setCode(pasted));
    const boxes = input.current?.nativeElement?.querySelectorAll('input');
    boxes?.item(CODE_LENGTH - 1).focus();
  };

  const submit = (): void => {
    if (verify.isPending) return;
    if (code.length < CODE_LENGTH) {
      notify.error('Please enter the complete 6-digit code');
      return;
    }
    verify.mutate(
      { data: { email, token: code } },
      {
        onSuccess: () => {
          notify.success('Code verified successfully');
          onAccepted(code);
        },
        onError: clear,
      },
    );
  };

  const sendAgain = (): void =>
    resend.mutate(
      { data: { email } },
      {
        onSuccess: () => {
          notify.success('New verification code sent');
          clear();
          onResent();
        },
      },
    );

  return (
    <Form onFinish={submit} aria-label="Enter the code">
      <AuthHeading
        title="Enter the code"
        lead={
          <>
            If <strong>{email}</strong> has an account, we have sent a six-digit code to it.
          </>
        }
      />
      <Form.Item>
        <div onPasteCapture={pasteWhole}>
          <Input.OTP
            ref={input}
            aria-label="Verification code"
            size="large"
            length={CODE_LENGTH}
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            formatter={keepDigits}
            onInput={(digits) => setCode(digits.join(''))}
          />
        </div>
      </Form.Item>
      <Button type="primary" size="large" block htmlType="submit" disabled={verify.isPending}>
        {verify.isPending ? 'Verifying...' : 'Verify Code'}
      </Button>
      <p className={styles.toggle}>
        <Button type="link" disabled={resendSeconds > 0 || resend.isPending} onClick={sendAgain}>
          {resendSeconds > 0 ? `Resend code in ${resendSeconds}s` : 'Resend code'}
        </Button>
      </p>
    </Form>
  );
}
