import { Button, Form, Input } from 'antd';
import { useForgotPassword, useResetPassword } from '@/api/generated/authentication';
import { AppForm } from '@/components/form/app-form';
import { notify } from '@/components/feedback/notify';
import { AuthHeading, AuthCard } from './auth-card';
import styles from './auth-card.module.css';
import progressStyles from './reset-progress.module.css';
import { emailRules, emailState, readEmailState } from './email';
import { PasswordInput } from '@/components/form/password-input';
import { createSafeStorage } from '@/lib/safe-storage';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Icon } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { paths } from '@/lib/paths';
import { useUrlParams } from '@/lib/url-params';
import { useCountdown } from '@/lib/use-countdown';
import { usePageTitle } from '@/lib/use-page-title';
import { ResetCodeStep } from './reset-code-step';

export function ResetEmailStep({
  email,
  onSent,
  onHasCode,
}: {
  email: string;
  onSent: (email: string) => void;
  /** Missing when no valid code was requested in this tab. */
  onHasCode?: () => void;
}) {
  const [form] = Form.useForm<{ email: string }>();
  const send = useForgotPassword({
    mutation: { meta: { fallback: 'Failed to send verification code' } },
  });
  const submit = (data: { email: string }): void => {
    if (send.isPending) return;
    send.mutate(
      { data },
      {
        onSuccess: () => {
          notify.success('Verification code sent to your email');
          onSent(data.email);
        },
      },
    );
  };
  return (
    <>
      <AuthHeading title="Reset your password" lead="We will email you a six-digit code." />
      <AppForm
        form={form}
        label="Reset your password"
        initialValues={{ email }}
        serverErrors={send.error?.fieldErrors}
        onSubmit={submit}
      >
        <Form.Item name="email" label="Email address" rules={emailRules}>
          <Input type="email" size="large" autoComplete="username" />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit" disabled={send.isPending}>
          {send.isPending ? 'Sending...' : 'Send Verification Code'}
        </Button>
        {onHasCode && (
          <p className={styles.toggle}>
            <Button type="link" onClick={onHasCode}>
              I already have a code
            </Button>
          </p>
        )}
      </AppForm>
    </>
  );
}

interface NewPassword {
  password: string;
  password_confirmation: string;
}

const MIN_PASSWORD_LENGTH = 8;

interface PasswordError {
  name: keyof NewPassword;
  error: string;
}

function validateNewPassword(values: NewPassword): PasswordError | null {
  const { password, password_confirmation: again } = values;
  if (!password) return { name: 'password', error: 'Please fill in all password fields' };
  if (!again) return { name: 'password_confirmation', error: 'Please fill in all password fields' };
  if (password !== again) return { name: 'password_confirmation', error: 'Passwords do not match' };
  if (password.length < MIN_PASSWORD_LENGTH)
    return { name: 'password', error: 'Password must be at least 8 characters long' };
  return null;
}

export function ResetPasswordStep({
  email,
  code,
  onDone,
}: {
  email: string;
  code: string;
  onDone: () => void;
}) {
  const [form] = Form.useForm<NewPassword>();
  const reset = useResetPassword({ mutation: { meta: { fallback: 'Failed to reset password' } } });

  const submit = (values: NewPassword): void => {
    const invalid = validateNewPassword(values);
    if (invalid) {
      form.setFields([{ name: invalid.name, errors: [invalid.error] }]);
      form.scrollToField(invalid.name, { block: 'center', focus: true });
      return;
    }
    if (reset.isPending) return;
    reset.mutate(
      { data: { email, token: code, ...values } },
      {
        onSuccess: () => {
          notify.success('Password reset successfully');
          onDone();
        },
      },
    );
  };

  return (
    <>
      <AuthHeading
        title="Choose a new password"
        lead="You will be signed out on all your devices."
      />
      <AppForm
        form={form}
        label="Choose a new password"
        serverErrors={reset.error?.fieldErrors}
        onSubmit={submit}
      >
        <Form.Item name="password" label="New password" extra="At least 8 characters">
          <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Form.Item name="password_confirmation" label="Confirm password">
          <PasswordInput size="large" autoComplete="new-password" maxLength={128} />
        </Form.Item>
        <Button type="primary" size="large" block htmlType="submit" disabled={reset.isPending}>
          {reset.isPending ? 'Resetting...' : 'Reset Password'}
        </Button>
      </AppForm>
    </>
  );
}

const RESET_STEPS = ['email', 'verification', 'newPassword', 'success'] as const;
export type ResetStep = (typeof RESET_STEPS)[number];

/** Four dots. Ant Design's Steps would exceed the bundle budget of 240 KiB by 2 KiB. */
export function ResetProgress({ current }: { current: ResetStep }) {
  const currentIndex = RESET_STEPS.indexOf(current);
  const label = `Step ${currentIndex + 1} of ${RESET_STEPS.length}`;
  return (
    <div className={progressStyles.progress}>
      <ol className={progressStyles.dots} aria-label={label}>
        {RESET_STEPS.map((step, index) => (
          <li
            key={step}
            className={`${progressStyles.dot} ${index <= currentIndex ? progressStyles.done : ''}`}
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
