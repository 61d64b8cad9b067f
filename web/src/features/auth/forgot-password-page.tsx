import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { useCountdown } from '@/lib/use-countdown';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import styles from './auth-card.module.css';
import { ResetCodeStep } from './reset-code-step';
import { ResetEmailStep } from './reset-email-step';
import { ResetPasswordStep } from './reset-password-step';
import { ResetProgress, type ResetStep } from './reset-progress';

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
  const [resendSeconds, startCountdown] = useCountdown();
  const content = useRef<HTMLDivElement>(null);
  const focusedStep = useRef(step);
  usePageTitle('Reset your password');

  // The pressed button has been unmounted: move the focus to the start of the new step.
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    const input = content.current?.querySelector<HTMLElement>('input');
    (input ?? content.current?.querySelector('h1'))?.focus();
  }, [step]);

  const back = (): void => {
    const previous = PREVIOUS[step];
    if (previous) setStep(previous);
    else void navigate(paths.auth);
  };

  return (
    <AuthCard>
      {step !== 'success' && (
        <Button
          type="text"
          className={styles.back}
          icon={<Icon name="arrowLeft" size={16} />}
          onClick={back}
        >
          Back
        </Button>
      )}
      <ResetProgress current={step} />
      <div ref={content}>
        {step === 'email' && (
          <ResetEmailStep
            email={email}
            onSent={(address) => {
              setEmail(address);
              startCountdown(RESEND_SECONDS);
              setStep('verification');
            }}
          />
        )}
        {step === 'verification' && (
          <ResetCodeStep
            email={email}
            resendSeconds={resendSeconds}
            onResent={() => startCountdown(RESEND_SECONDS)}
            onAccepted={(accepted) => {
              setCode(accepted);
              setStep('newPassword');
            }}
          />
        )}
        {step === 'newPassword' && (
          <ResetPasswordStep email={email} code={code} onDone={() => setStep('success')} />
        )}
        {step === 'success' && (
          <>
            <AuthHeading title="Password reset" lead="Sign in with your new password." />
            <LinkButton type="primary" size="large" block to={paths.auth}>
              Go to Login
            </LinkButton>
          </>
        )}
      </div>
    </AuthCard>
  );
}
