import { QRCode } from 'antd';
import { useState, type FormEvent } from 'react';
import {
  useAdminBeginSecondFactor,
  useAdminConfirmSecondFactor,
} from '@/api/generated/hooks/admin-security/admin-security';
import { CopyField } from '@/components/form/copy-field';
import { PlainButton } from '@/components/ui/button';
import { ConfirmField } from './confirm-field';
import styles from './security.module.css';

const QR_SIZE = 180;

/** Asks for the password, shows the secret, and takes a first code of the app. */
export function EnableTwoFactor({ onDone }: { onDone: (codes: string[]) => void }) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useAdminBeginSecondFactor({
    mutation: { meta: { fallback: 'The set-up could not be begun' } },
  });
  const confirm = useAdminConfirmSecondFactor({
    mutation: {
      meta: { fallback: 'The code could not be checked' },
      onSuccess: ({ data }) => onDone(data.recovery_codes),
    },
  });
  const setup = begin.data?.data;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!setup && !begin.isPending) begin.mutate({ data: { password } });
    if (setup && !confirm.isPending) confirm.mutate({ data: { code: code.trim() } });
  };

  if (!setup) {
    return (
      <form className={styles.form} aria-label="Set up" onSubmit={submit}>
        <p>
          Your password alone opens your account. With a second factor, signing in also takes a code
          from an authenticator app on your phone.
        </p>
        <ConfirmField
          id="set-up-password"
          kind="password"
          label="Your password"
          error={begin.error?.fieldErrors.password?.[0]}
          value={password}
          onChange={setPassword}
        />
        <PlainButton type="submit" look="primary" disabled={begin.isPending}>
          {begin.isPending ? 'Working...' : 'Set Up'}
        </PlainButton>
      </form>
    );
  }
  return (
    <form className={styles.form} aria-label="Confirm" onSubmit={submit}>
      <p>
        Scan this with an authenticator app, or type the key into it. It is shown this once and
        works for 15 minutes.
      </p>
      <div className={styles.qr}>
        <QRCode
          value={setup.otpauth_uri}
          type="svg"
          size={QR_SIZE}
          bordered={false}
          color="black"
          bgColor="white"
          aria-label="QR code for your authenticator app"
        />
      </div>
      <CopyField label="Key" value={setup.secret} />
      <ConfirmField
        id="set-up-code"
        kind="code"
        label="Code from the app"
        hint="Six digits. Your other sign-ins end with it."
        error={confirm.error?.fieldErrors.code?.[0]}
        value={code}
        onChange={setCode}
      />
      <PlainButton type="submit" look="primary" disabled={confirm.isPending}>
        {confirm.isPending ? 'Working...' : 'Switch On'}
      </PlainButton>
    </form>
  );
}
