import { useEffect, useRef } from 'react';
import { useAdminGetSettings } from '@/api/generated/hooks/admin-settings/admin-settings';
import { errorMessage } from '@/api/error-messages';
import { ErrorState } from '@/components/feedback/error-state';
import { Notice } from '@/components/feedback/notice';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Tabs } from '@/components/ui/tabs';
import { formatDateTime } from '@/lib/date';
import { choiceField } from '@/lib/list-search';
import { toast } from '@/lib/toast';
import { useUrlParams } from '@/lib/url-params';
import { EmailTab } from './email-tab';
import { GeneralTab } from './general-tab';
import { PaymentTab } from './payment-tab';
import { SETTING_TAB, TABS, type Settings, type SettingsTab } from './settings';
import styles from './settings.module.css';
import { UnsavedChangesGuard } from './unsaved-changes-guard';
import { findUnparsableNumbers, useSettingsForm, type SettingsForm } from './use-settings-form';

const FAILED = 'Failed to load system settings';
const tabField = choiceField(TABS, 'general');

const PARTS = [
  { key: 'general', label: 'General', Content: GeneralTab },
  { key: 'payment', label: 'Payment', Content: PaymentTab },
  { key: 'email', label: 'Email', Content: EmailTab },
] as const;

function useTab(): [SettingsTab, (tab: SettingsTab) => void] {
  const [params, write] = useUrlParams();
  return [
    tabField.parse(params.get('tab') ?? ''),
    (tab) => write({ tab: tab === tabField.fallback ? null : tab }, true),
  ];
}

function SettingTabs({
  form,
  tab,
  onTab,
}: {
  form: SettingsForm;
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
}) {
  const leave = (next: SettingsTab): void => {
    const label = PARTS.find(({ key }) => key === tab)?.label ?? '';
    if (next !== tab && form.changed.some((name) => SETTING_TAB[name] === tab))
      toast.blank(`Your changes in ${label} are kept, but not saved yet.`);
    onTab(next);
  };
  return (
    <Panel>
      <Tabs<SettingsTab>
        label="Settings"
        active={tab}
        onChange={leave}
        tabs={PARTS.map(({ key, label, Content }) => ({
          key,
          label,
          content: <Content form={form} />,
        }))}
      />
    </Panel>
  );
}

interface EditorProps {
  settings: Settings;
  lastUpdated: string | null;
  isFetching: boolean;
  onRefresh: () => void;
}

function Editor({ settings, lastUpdated, isFetching, onRefresh }: EditorProps) {
  const [tab, setTab] = useTab();
  const form = useSettingsForm(settings, setTab);
  const isDirty = form.changed.length > 0;
  return (
    <form
      aria-label="System settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.save(findUnparsableNumbers(event.currentTarget));
      }}
    >
      <PageHeader
        title="System Settings"
        lead={`Last updated: ${lastUpdated ? formatDateTime(lastUpdated) : 'never'}`}
        actions={
          <>
            <PlainButton disabled={isFetching || form.isSaving} onClick={onRefresh}>
              <Icon name="refresh" size={16} />
              Refresh
            </PlainButton>
            <PlainButton look="primary" type="submit" disabled={form.isSaving}>
              {form.isSaving ? 'Saving...' : 'Save Changes'}
            </PlainButton>
          </>
        }
      />
      <div className={styles.notice}>
        <Notice tone="warning" icon="alert" title="Important Notice">
          Changes here affect the whole system at once: prices, payments and mails of every
          customer.
        </Notice>
      </div>
      <SettingTabs form={form} tab={tab} onTab={setTab} />
      {isDirty && (
        <div className={styles.bar} role="status">
          <span>
            {form.changed.length} unsaved change{form.changed.length === 1 ? '' : 's'}
          </span>
          <PlainButton look="quiet" disabled={form.isSaving} onClick={form.reset}>
            Discard
          </PlainButton>
        </div>
      )}
      <UnsavedChangesGuard isDirty={isDirty} />
    </form>
  );
}

/** Told on opening the page and on Refresh, not when saving reloads them. */
function useLoadedNotice(isLoaded: boolean): void {
  const told = useRef(false);
  useEffect(() => {
    if (!isLoaded || told.current) return;
    told.current = true;
    toast.success('Settings loaded successfully');
  }, [isLoaded]);
}

export default function SettingsPage() {
  const query = useAdminGetSettings({
    query: { meta: { fallback: FAILED, thrown: FAILED }, refetchOnWindowFocus: false },
  });
  useLoadedNotice(query.isSuccess);
  const refresh = async (): Promise<void> => {
    if ((await query.refetch()).isSuccess) toast.success('Settings loaded successfully');
  };
  if (query.data) {
    const { settings, last_updated: lastUpdated } = query.data.data;
    return (
      <Editor
        settings={settings}
        lastUpdated={lastUpdated}
        isFetching={query.isFetching}
        onRefresh={() => void refresh()}
      />
    );
  }
  return (
    <>
      <PageHeader title="System Settings" />
      <Panel flush>
        {query.isError ? (
          <ErrorState
            title={FAILED}
            message={errorMessage(query.error, { fallback: '', thrown: '' })}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} label="Loading settings" />
        )}
      </Panel>
    </>
  );
}
