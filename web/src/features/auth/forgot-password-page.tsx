import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { paths } from '@/lib/paths';
import { useCountdown } from '@/lib/use-countdown';
import { usePageTitle } from '@/lib/use-page-title';
import styles from './auth-card.module.css';
import { ResetCodeStep } from './reset-code-step';
import { ResetSuccessStep } from './reset-success-step';
import { ResetEmailStep } from './reset-email-step';
import { ResetPasswordStep } from './reset-password-step';
import { RESET_STEPS, ResetProgress, type ResetStep } from './reset-progress';

const RESEND_SECONDS = 60;

const PREVIOUS: Partial<Record<ResetStep, ResetStep>> = {
  verification: 'email',
  newPassword: 'verification',
};

export default function ForgotPasswordPage() {
  const navigate = useNavigate();
  const [step, setStep] = useState<ResetStep>('email');
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const [wait, waitForNext] = useCountdown();
  const card = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  usePageTitle('Reset your password');

  // The button that was pressed is gone: the focus goes on where the next step begins.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const input = card.current?.querySelector<HTMLElement>('input');
    (input ?? card.current?.querySelector('h1'))?.focus();
  }, [step]);

  const back = (): void => {
    const previous = PREVIOUS[step];
    if (previous) setStep(previous);
    else void navigate(paths.auth);
  };

  return (
    <div ref={card} className={styles.card}>
      {step !== 'success' && (
        <PlainButton look="quiet" className={styles.back} onClick={back}>
          <Icon name="arrowLeft" size={16} /> Back
        </PlainButton>
      )}
      <ResetProgress current={step} steps={RESET_STEPS} />
      {step === 'email' && (
        <ResetEmailStep
          email={email}
          onSent={(address) => {
            setEmail(address);
            waitForNext(RESEND_SECONDS);
            setStep('verification');
          }}
        />
      )}
      {step === 'verification' && (
        <ResetCodeStep
          email={email}
          wait={wait}
          onResent={() => waitForNext(RESEND_SECONDS)}
          onAccepted={(accepted) => {
            setCode(accepted);
            setStep('newPassword');
          }}
        />
      )}
      {step === 'newPassword' && (
        <ResetPasswordStep email={email} code={code} onDone={() => setStep('success')} />
      )}
      {step === 'success' && <ResetSuccessStep />}
    </div>
  );
}
