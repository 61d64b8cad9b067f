import { useAdminTestEmail } from '@/api/generated/hooks/admin-settings/admin-settings';
import { useCurrentUser } from '@/api/use-current-user';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { toast } from '@/lib/toast';
import { SecretInput } from './secret-input';
import { SettingInput } from './setting-input';
import { SETTING_TAB } from './settings';
import styles from './settings.module.css';
import type { SettingsForm } from './use-settings-form';

/** A real mail by the saved mail server, to whoever presses the button. */
function TestMail({ form }: { form: SettingsForm }) {
  const email = useCurrentUser()?.email;
  const unsaved = form.changed.some((name) => SETTING_TAB[name] === 'email');
  const test = useAdminTestEmail({
    mutation: {
      meta: { fallback: 'The mail server could not be tested' },
      onSuccess: ({ message }) => toast.success(`SMTP connection test successful!\n${message}`),
    },
  });
  return (
    <div className={styles.test}>
      <PlainButton
        disabled={unsaved || test.isPending}
        aria-describedby="test-mail-note"
        onClick={() => test.mutate({ data: {} })}
      >
        <Icon name="mail" size={16} />
        {test.isPending ? 'Testing...' : 'Test'}
      </PlainButton>
      <p id="test-mail-note">
        {unsaved
          ? 'Save your changes first: the test uses the saved settings.'
          : `Sends a real mail to ${email ?? 'you'} by the saved settings.`}
      </p>
    </div>
  );
}

export function EmailTab({ form }: { form: SettingsForm }) {
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <SettingInput
          form={form}
          name="smtpHost"
          label="SMTP host"
          placeholder="smtp.example.com"
        />
        <SettingInput
          form={form}
          name="smtpPort"
          label="SMTP port"
          inputMode="numeric"
          placeholder="587"
        />
      </div>
      <div className={styles.pair}>
        <SettingInput
          form={form}
          name="smtpUsername"
          label="SMTP username"
          type="email"
          placeholder="mail@example.com"
        />
        <SecretInput form={form} name="smtpPassword" label="SMTP password" />
      </div>
      <TestMail form={form} />
    </div>
  );
}
