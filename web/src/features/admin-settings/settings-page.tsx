import { Button, Flex, Typography, Alert, Card, Form, Skeleton, Tabs } from 'antd';
import { Dialog } from '@/components/ui/dialog';
import { SETTINGS, TABS, type Draft, type Settings, type SettingsTab } from './settings';
import { type SettingsForm, useSettingsForm, type SettingError } from './use-settings-form';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { useEffect, useRef } from 'react';
import { errorMessage } from '@/api/error-messages';
import { useAdminGetSettings } from '@/api/generated/admin-settings';
import { session } from '@/api/session';
import { ErrorState } from '@/components/feedback/error-state';
import { UnsavedChangesGuard } from '@/components/form/unsaved-changes-guard';
import { useMessage } from '@/components/feedback/use-message';
import { PageHeader } from '@/components/layout/page-header';
import { formatDateTime } from '@/lib/date';
import { choiceField } from '@/lib/list-search';
import { useUrlParams } from '@/lib/url-params';
import { SaveBar } from './save-bar';
import { FORM_NAME } from './setting-fields';
import { EmailTab, GeneralTab, PaymentTab } from './setting-tabs';

/** What others saved in the meantime; the edits are kept until the reader decides. */
export function ConflictDialog({
  conflict,
  changed,
  isSaving,
  closeConflict,
  reset,
  save,
}: Pick<SettingsForm, 'conflict' | 'changed' | 'isSaving' | 'closeConflict' | 'reset' | 'save'>) {
  if (conflict.length === 0) return null;
  return (
    <Dialog
      title="Someone else changed the settings"
      width={560}
      onClose={closeConflict}
      footer={
        <Flex justify="end" gap="small" wrap>
          <Button
            onClick={() => {
              reset();
              closeConflict();
            }}
          >
            Discard my changes
          </Button>
          <Button type="primary" disabled={isSaving || changed.length === 0} onClick={save}>
            {isSaving ? 'Saving...' : 'Save my changes'}
          </Button>
        </Flex>
      }
    >
      <p>Nothing was saved. Since you opened this page:</p>
      <Flex component="ul" vertical gap="small" style={{ marginBlock: 12 }}>
        {conflict.map(({ name, text }) => (
          <li key={name}>
            <Typography.Text strong>{SETTINGS[name].label}: </Typography.Text>
            {text}
            {changed.includes(name) && ' You changed it too: saving replaces this value.'}
          </li>
        ))}
      </Flex>
      <p>
        {changed.length === 0
          ? 'You have no changes left to save.'
          : `Your unsaved changes: ${changed.map((name) => SETTINGS[name].label).join(', ')}.`}
      </p>
    </Dialog>
  );
}

const isSignedIn = (): boolean => session.get() !== null;
const FAILED = 'Failed to load system settings';
const FORM_WIDTH = 800;
const tabField = choiceField(TABS, 'general');

const TAB_ITEMS = [
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

interface SettingTabsProps {
  form: SettingsForm;
  tab: SettingsTab;
  onTab: (tab: SettingsTab) => void;
}

/** Renders all tabs at once, so rules of inputs on hidden tabs are checked too. */
function SettingTabs({ form, tab, onTab }: SettingTabsProps) {
  const message = useMessage();
  const changeTab = (next: SettingsTab): void => {
    const label = TAB_ITEMS.find(({ key }) => key === tab)?.label ?? '';
    if (form.changed.some((name) => SETTINGS[name].tab === tab))
      message.info(`Your changes in ${label} are not saved yet.`);
    onTab(next);
  };
  return (
    <Card styles={{ body: { paddingTop: 4 } }}>
      <Tabs
        activeKey={tab}
        onChange={(key) => changeTab(key as SettingsTab)}
        items={TAB_ITEMS.map(({ key, label, Content }) => ({
          key,
          label,
          forceRender: true,
          children: (
            <div style={{ maxWidth: FORM_WIDTH }}>
              <Content {...form} />
            </div>
          ),
        }))}
      />
    </Card>
  );
}

interface EditorProps {
  settings: Settings;
  version: number;
  lastUpdated: string | null;
  isFetching: boolean;
  onRefresh: () => void;
}

function Editor({ settings, version, lastUpdated, isFetching, onRefresh }: EditorProps) {
  const [tab, setTab] = useTab();
  const form = useSettingsForm(settings, version, setTab);
  return (
    <Form<Draft>
      form={form.form}
      name={FORM_NAME}
      layout="vertical"
      noValidate
      aria-label="System settings"
      initialValues={form.saved}
      validateTrigger="onSubmit"
      onValuesChange={form.onChange}
      onFinish={form.save}
      onFinishFailed={({ errorFields }) =>
        form.showErrors(
          errorFields.map(({ name: [name], errors }) => ({ name, errors }) as SettingError),
        )
      }
    >
      <PageHeader
        title="System Settings"
        lead={`Last updated: ${lastUpdated ? formatDateTime(lastUpdated) : 'never'}`}
        actions={
          <Button
            icon={<ReloadOutlined aria-hidden />}
            disabled={isFetching || form.isSaving}
            onClick={onRefresh}
          >
            Refresh
          </Button>
        }
      />
      <Flex vertical gap="middle">
        <Alert
          type="warning"
          role="note"
          showIcon
          title="Important Notice"
          description="Changes here affect the whole system at once: prices, payments and emails of every customer."
        />
        <SettingTabs form={form} tab={tab} onTab={setTab} />
        <SaveBar {...form} />
      </Flex>
      <ConflictDialog {...form} />
      <UnsavedChangesGuard
        isDirty={form.changed.length > 0}
        to="the settings"
        isSignedIn={isSignedIn}
      />
    </Form>
  );
}

/** Shown when the page opens; the reload after a save stays silent. */
function useLoadedMessage(isLoaded: boolean): void {
  const message = useMessage();
  const isShown = useRef(false);
  useEffect(() => {
    if (!isLoaded || isShown.current) return;
    isShown.current = true;
    message.success('Settings loaded successfully');
  }, [isLoaded, message]);
}

export default function SettingsPage() {
  const message = useMessage();
  const query = useAdminGetSettings({
    query: { meta: { fallback: FAILED, thrown: FAILED }, refetchOnWindowFocus: false },
  });
  useLoadedMessage(query.isSuccess);
  const refresh = async (): Promise<void> => {
    if ((await query.refetch()).isSuccess) message.success('Settings loaded successfully');
  };
  if (query.data) {
    const { settings, version, last_updated: lastUpdated } = query.data.data;
    return (
      <Editor
        settings={settings}
        version={version}
        lastUpdated={lastUpdated}
        isFetching={query.isFetching}
        onRefresh={() => void refresh()}
      />
    );
  }
  return (
    <>
      <PageHeader title="System Settings" />
      <Card>
        {query.isError ? (
          <ErrorState
            title={FAILED}
            message={errorMessage(query.error, { fallback: '', thrown: '' })}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton active paragraph={{ rows: 8 }} />
        )}
      </Card>
    </>
  );
}
