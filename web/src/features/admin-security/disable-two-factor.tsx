import { useState } from 'react';
import { useAdminDisableSecondFactor } from '@/api/generated/hooks/admin-security/admin-security';
import { PlainButton } from '@/components/ui/button';
import { toast } from '@/lib/toast';
import { ConfirmField } from './confirm-field';
import styles from './security.module.css';

export function DisableTwoFactor() {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const disable = useAdminDisableSecondFactor({
    mutation: {
      meta: { fallback: 'The second factor could not be switched off' },
      onSuccess: ({ message }) => toast.success(message),
    },
  });
  const problems = disable.error?.fieldErrors ?? {};
  return (
    <form
      className={styles.form}
      aria-label="Switch off"
      onSubmit={(event) => {
        event.preventDefault();
        if (!disable.isPending) disable.mutate({ data: { password, code: code.trim() } });
      }}
    >
      <p>To switch it off, or to move to another phone, show your password and a code.</p>
      <ConfirmField
        id="off-password"
        kind="password"
        label="Your password"
        error={problems.password?.[0]}
        value={password}
        onChange={setPassword}
      />
      <ConfirmField
        id="off-code"
        kind="code"
        label="Code"
        hint="Six digits from the app, or a recovery code."
        error={problems.code?.[0]}
        value={code}
        onChange={setCode}
      />
      <PlainButton type="submit" look="danger" disabled={disable.isPending}>
        {disable.isPending ? 'Working...' : 'Switch Off'}
      </PlainButton>
    </form>
  );
}
