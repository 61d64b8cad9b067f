import { Button, Form, Input, Switch } from 'antd';
import { useState, useId, type ReactNode } from 'react';
import { AppForm } from '@/components/form/app-form';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/api/api-error';
import {
  getGetNotificationsQueryKey,
  useGetNotifications,
  useUpdateNotifications,
  type getNotifications,
} from '@/api/generated/profile';
import { notify } from '@/components/feedback/notify';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import styles from './profile.module.css';
import { toNumberText } from '@/lib/number-text';

const MAX_NAIRA = 1_000_000;

const INVALID_THRESHOLD = 'Enter a whole amount from ₦1 to ₦1,000,000';

/** Parses whole naira, with optional thousands separators; undefined outside the limits. */
export function parseThreshold(text: string): number | undefined {
  const digits = toNumberText(text);
  const amount = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return amount >= 1 && amount <= MAX_NAIRA ? amount : undefined;
}

interface LowBalanceFormProps {
  /** In whole naira. */
  amount: number;
  isSaving: boolean;
  /** Resolves with the server's field errors; empty on success. */
  onSave: (amount: number) => Promise<Record<string, string[]>>;
}

interface LowBalanceValues {
  low_balance_threshold: string;
}

const rules = [
  {
    validator: (_rule: unknown, text: string) =>
      parseThreshold(text ?? '') === undefined
        ? Promise.reject(new Error(INVALID_THRESHOLD))
        : Promise.resolve(),
  },
];

export function LowBalanceForm({ amount, isSaving, onSave }: LowBalanceFormProps) {
  const [form] = Form.useForm<LowBalanceValues>();
  const [serverErrors, setServerErrors] = useState<Record<string, string[]>>();
  const typed = Form.useWatch('low_balance_threshold', form) ?? String(amount);
  const submit = async ({ low_balance_threshold: text }: LowBalanceValues): Promise<void> => {
    const threshold = parseThreshold(text);
    if (threshold !== undefined && !isSaving) setServerErrors(await onSave(threshold));
  };
  return (
    <AppForm
      form={form}
      label="Low balance amount"
      initialValues={{ low_balance_threshold: String(amount) }}
      serverErrors={serverErrors}
      onSubmit={(values) => void submit(values)}
    >
      <Form.Item name="low_balance_threshold" label="Notify me below (₦)" rules={rules}>
        <Input
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          suffix={
            <Button
              size="small"
              htmlType="submit"
              disabled={typed.trim() === String(amount) || isSaving}
            >
              {isSaving ? 'Saving...' : 'Save'}
            </Button>
          }
        />
      </Form.Item>
    </AppForm>
  );
}

type Answer = Awaited<ReturnType<typeof getNotifications>>;
export type Preferences = Answer['data'];

const without = (change: Partial<Preferences>, done: Partial<Preferences>): Partial<Preferences> =>
  Object.fromEntries(Object.entries(change).filter(([name]) => !(name in done)));

/**
 * The stored preferences with pending changes applied; a rejected change falls back to the server's
 * last value.
 */
export function useNotifications() {
  const client = useQueryClient();
  const query = useGetNotifications({ query: { meta: { quiet: true } } });
  const [saving, setSaving] = useState<Partial<Preferences>>({});
  const update = useUpdateNotifications({
    mutation: { meta: { fallback: 'Failed to save the notification settings' } },
  });
  const known = query.data?.data;

  const save = async (change: Partial<Preferences>): Promise<Record<string, string[]>> => {
    if (Object.keys(change).some((name) => name in saving)) return {};
    setSaving((current) => ({ ...current, ...change }));
    try {
      const { data, message } = await update.mutateAsync({ data: change });
      // Only the changed fields: the response may predate another pending change.
      const saved = Object.fromEntries(
        Object.entries(data).filter(([name]) => name in change),
      ) as Partial<Preferences>;
      // A pending refetch may return the values from before this change.
      await client.cancelQueries({ queryKey: getGetNotificationsQueryKey() });
      client.setQueryData<Answer>(getGetNotificationsQueryKey(), (answer) =>
        answer ? { ...answer, data: { ...answer.data, ...saved } } : answer,
      );
      notify.success(message ?? 'Notification settings saved.');
      return {};
    } catch (error) {
      return error instanceof ApiError ? error.fieldErrors : {};
    } finally {
      setSaving((current) => without(current, change));
    }
  };

  return {
    query,
    preferences: known && { ...known, ...saving },
    isSaving: (name: keyof Preferences): boolean => name in saving,
    save,
  };
}

const EVENTS = [
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

const RECEIPTS = [
  {
    name: 'purchases',
    label: 'Purchases and renewals',
    hint: 'A receipt of what you bought, with the amount, the reference and your balance.',
  },
  {
    name: 'top_ups',
    label: 'Top-ups',
    hint: 'A receipt of each amount that is added to your wallet.',
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
  if (!preferences) return <LoadingRows rows={7} />;
  return (
    <>
      <p className={styles.lead}>
        Emails go to <strong>{email}</strong>. The bell shows everything; the weekly summary only
        when it is on.
      </p>
      {[
        { title: 'Events', settings: EVENTS },
        { title: 'Receipts by mail', settings: RECEIPTS },
      ].map(({ title, settings }) => (
        <section key={title} className={styles.part} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {settings.map(({ name, label, hint }) => (
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
        </section>
      ))}
    </>
  );
}
