import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { Switch } from '@/components/form/switch';
import styles from './extras.module.css';
import { LowBalanceForm } from './low-balance-form';
import { useNotifications } from './use-notifications';

const SWITCHES = [
  {
    name: 'low_balance',
    label: 'Low balance',
    hint: 'When a purchase leaves less in your wallet than the amount below.',
  },
  {
    name: 'expiry',
    label: 'Proxy expiry',
    hint: 'Three days and one day before a proxy ends.',
  },
  {
    name: 'traffic',
    label: 'Traffic',
    hint: 'At 80, 95 and 100 percent of a proxy’s traffic.',
  },
  {
    name: 'security',
    label: 'Security',
    hint: 'On a sign-in from a new place. Mails about your password come in any case.',
  },
] as const;

export function Notifications({ email }: { email: string }) {
  const { query, preferences, isSaving, save } = useNotifications();
  if (query.isError) {
    return (
      <ErrorState
        title="Failed to load the notification settings"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!preferences) return <SkeletonRows rows={4} />;
  return (
    <>
      <p className={styles.lead}>
        Mails to <strong>{email}</strong>. Each change is saved at once.
      </p>
      <ul className={styles.switches}>
        {SWITCHES.map(({ name, label, hint }) => (
          <li key={name}>
            <Switch
              label={label}
              hint={hint}
              checked={preferences[name]}
              aria-busy={isSaving(name)}
              onChange={(event) => void save({ [name]: event.target.checked })}
            />
            {name === 'low_balance' && preferences.low_balance && (
              <LowBalanceForm
                amount={preferences.low_balance_threshold}
                isSaving={isSaving('low_balance_threshold')}
                onSave={(low_balance_threshold) => save({ low_balance_threshold })}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
