import styles from './auth-card.module.css';
import { createSafeStorage } from '@/lib/safe-storage';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Icon } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { useUrlParams } from '@/lib/url-params';
import { useCountdown } from '@/lib/use-countdown';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthCard, AuthHeading } from './auth-card';
import { emailState, readEmailState } from './email-state';
import { ResetCodeStep } from './reset-code-step';
import { ResetEmailStep } from './reset-email-step';
import { ResetPasswordStep } from './reset-password-step';

const RESET_STEPS = ['email', 'verification', 'newPassword', 'success'] as const;
export type ResetStep = (typeof RESET_STEPS)[number];

/** Four dots. Ant Design's Steps would exceed the bundle budget of 240 KiB by 2 KiB. */
export function ResetProgress({ current }: { current: ResetStep }) {
  const currentIndex = RESET_STEPS.indexOf(current);
  const label = `Step ${currentIndex + 1} of ${RESET_STEPS.length}`;
  return (
    <div className={styles.progress}>
      <ol className={styles.dots} aria-label={label}>
        {RESET_STEPS.map((step, index) => (
          <li
            key={step}
            className={`${styles.dot} ${index <= currentIndex ? styles.done : ''}`}
            aria-current={index === currentIndex ? 'step' : undefined}
          />
        ))}
      </ol>
      <span aria-hidden="true">{label}</span>
    </div>
  );
}

/** How long the mailed code is valid. */
const CODE_LIFETIME_MS = 10 * 60_000;

/** The last request for a code; the code itself and the password are never stored. */
export interface ResetRequest {
  email: string;
  /** Milliseconds since the epoch. */
  sentAt: number;
}

const storage = createSafeStorage('sessionStorage', 'nairaproxy.password-reset');

/** Null when none was made in this tab, or when its code has expired. */
export function readResetRequest(): ResetRequest | null {
  try {
    const kept = JSON.parse(storage.get() ?? 'null') as Partial<ResetRequest> | null;
    const { email, sentAt } = kept ?? {};
    if (typeof email !== 'string' || typeof sentAt !== 'number') return null;
    return Date.now() - sentAt < CODE_LIFETIME_MS ? { email, sentAt } : null;
  } catch {
    return null;
  }
}

export function saveResetRequest(email: string): ResetRequest {
  const request = { email, sentAt: Date.now() };
  storage.set(JSON.stringify(request));
  return request;
}

export const clearResetRequest = (): void => storage.clear();

const RESEND_SECONDS = 60;

const PREVIOUS: Partial<Record<ResetStep, ResetStep>> = {
  verification: 'email',
  newPassword: 'verification',
};

/** Seconds until another code can be requested. */
const waitAfter = (sentAt: number | undefined): number =>
  sentAt === undefined ? 0 : Math.max(0, RESEND_SECONDS - (Date.now() - sentAt) / 1000);

/**
 * The step is in the URL and the email in the session storage, so that a reload and the browser's
 * Back keep them. The code is only in memory: without it the new password falls back to the code.
 */
function resolveStep(wanted: string | null, isRequested: boolean, code: string): ResetStep {
  if (!isRequested || (wanted !== 'verification' && wanted !== 'newPassword')) return 'email';
  return wanted === 'newPassword' && code ? 'newPassword' : 'verification';
}

export default function ForgotPasswordPage() {
  const navigate = useNavigate();
  const [params, write] = useUrlParams();
  const typedEmail = readEmailState(useLocation().state);
  const [request, setRequest] = useState(readResetRequest);
  const [code, setCode] = useState('');
  const [isDone, setDone] = useState(false);
  const [resendSeconds, startCountdown] = useCountdown(waitAfter(request?.sentAt));
  const content = useRef<HTMLDivElement>(null);
  const email = request?.email ?? '';
  const step = isDone ? 'success' : resolveStep(params.get('step'), request !== null, code);
  const focusedStep = useRef(step);
  usePageTitle('Reset your password');

  // The pressed button has been unmounted: move the focus to the start of the new step.
  useEffect(() => {
    if (focusedStep.current === step) return;
    focusedStep.current = step;
    const input = content.current?.querySelector<HTMLElement>('input');
    (input ?? content.current?.querySelector('h1'))?.focus();
  }, [step]);

  const goTo = (next: ResetStep): void => write({ step: next === 'email' ? null : next });
  const back = (): void => {
    const previous = PREVIOUS[step];
    if (previous) goTo(previous);
    else void navigate(paths.auth);
  };
  const noteSent = (address: string): void => {
    setRequest(saveResetRequest(address));
    startCountdown(RESEND_SECONDS);
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
            email={typedEmail || email}
            onSent={(address) => {
              noteSent(address);
              goTo('verification');
            }}
            onHasCode={request ? () => goTo('verification') : undefined}
          />
        )}
        {step === 'verification' && (
          <ResetCodeStep
            email={email}
            resendSeconds={resendSeconds}
            onResent={() => noteSent(email)}
            onAccepted={(accepted) => {
              setCode(accepted);
              goTo('newPassword');
            }}
          />
        )}
        {step === 'newPassword' && (
          <ResetPasswordStep
            email={email}
            code={code}
            onDone={() => {
              clearResetRequest();
              setDone(true);
              write({ step: null }, true);
            }}
          />
        )}
        {step === 'success' && (
          <>
            <AuthHeading title="Password reset" lead="Sign in with your new password." />
            <LinkButton type="primary" size="large" block to={paths.auth} state={emailState(email)}>
              Go to Login
            </LinkButton>
          </>
        )}
      </div>
    </AuthCard>
  );
}
