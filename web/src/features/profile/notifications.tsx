import { Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { LowBalanceForm } from './low-balance-form';
import styles from './profile.module.css';
import { useNotifications } from './use-notifications';

const SETTINGS = [
  {
    name: 'low_balance',
    label: 'Low balance',
    hint: 'When a purchase takes your balance below your limit.',
  },
  {
    name: 'expiry',
    label: 'Proxy expiry',
    hint: 'Three days and one day before a proxy expires, and when an automatic renewal succeeds, fails or stops.',
  },
  {
    name: 'traffic',
    label: 'Traffic',
    hint: 'At 80, 95 and 100 percent of a proxy’s traffic.',
  },
  {
    name: 'security',
    label: 'Security',
    hint: 'When someone signs in from a new place. We always email you when your password changes.',
  },
  {
    name: 'weekly_summary',
    label: 'Weekly summary',
    hint: 'On Mondays at 08:00: what you spent, topped up and used, and which proxies expire soon.',
  },
] as const;

interface SettingProps {
  label: string;
  hint: string;
  checked: boolean;
  isSaving: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}

/** Saving sets aria-busy only: the Switch's `loading` would disable it and lose the focus. */
function NotificationSetting({ label, hint, checked, isSaving, onChange, children }: SettingProps) {
  const id = useId();
  return (
    <li className={styles.setting}>
      <Switch
        id={id}
        checked={checked}
        aria-busy={isSaving}
        aria-describedby={`${id}-hint`}
        onChange={onChange}
      />
      <div className={styles.details}>
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-hint`} className={styles.meta}>
          {hint}
        </span>
        {children}
      </div>
    </li>
  );
}

export function Notifications({ email }: { email: string }) {
  const { query, preferences, isSaving, save } = useNotifications();
  if (query.isLoadingError) {
    return (
      <ErrorState
        title="Failed to load the notification settings"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!preferences) return <LoadingRows rows={5} />;
  return (
    <>
      <p className={styles.lead}>
        Emails go to <strong>{email}</strong>. Each change is saved immediately. Whatever you
        choose, notifications also appear under the bell; the weekly summary only when it is on.
      </p>
      <ul>
        {SETTINGS.map(({ name, label, hint }) => (
          <NotificationSetting
            key={name}
            label={label}
            hint={hint}
            checked={preferences[name]}
            isSaving={isSaving(name)}
            onChange={(checked) => void save({ [name]: checked })}
          >
            {name === 'low_balance' && preferences.low_balance && (
              <LowBalanceForm
                amount={preferences.low_balance_threshold}
                isSaving={isSaving('low_balance_threshold')}
                onSave={(low_balance_threshold) => save({ low_balance_threshold })}
              />
            )}
          </NotificationSetting>
        ))}
      </ul>
    </>
  );
}
