import { Button, Flex, Form, Input, Switch } from 'antd';
import { useAdminGetSettings, useAdminSaveSettings } from '@/api/generated/admin-settings';
import type { SystemSettingsData } from '@/api/generated/api.schemas';
import { failure } from '@/api/failures';
import { outcome } from '@/api/outcome';
import { loadSiteConfig } from '@/api/site-config';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { AppForm } from '@/components/form/app-form';
import { DateInput } from '@/components/form/date-input';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { isoDate } from '@/lib/date';
import { fromLagosInput, toLagosInput } from '@/lib/lagos-input';

interface Values {
  maintenanceEnabled: boolean;
  maintenanceMessage: string;
  maintenanceUntil?: string;
}

function MaintenanceForm({ settings, version }: SystemSettingsData) {
  const { maintenanceEnabled, maintenanceMessage, maintenanceUntil } = settings;
  const isOver = maintenanceUntil !== null && Date.parse(maintenanceUntil) <= Date.now();
  const [form] = Form.useForm<Values>();
  const isOn = Form.useWatch('maintenanceEnabled', form);
  const save = useAdminSaveSettings({
    mutation: outcome('Maintenance could not be changed', () => void loadSiteConfig()),
  });
  return (
    <AppForm<Values>
      form={form}
      label="Maintenance"
      initialValues={{
        maintenanceEnabled: maintenanceEnabled && !isOver,
        maintenanceMessage,
        maintenanceUntil: isOver ? '' : toLagosInput(maintenanceUntil),
      }}
      serverErrors={save.error?.fieldErrors}
      onSubmit={({ maintenanceUntil: until = '', ...values }) => {
        if (save.isPending) return;
        const end = values.maintenanceEnabled ? fromLagosInput(until) : null;
        save.mutate({ data: { ...values, maintenanceUntil: end, version } });
      }}
    >
      <Form.Item
        name="maintenanceEnabled"
        label="Buying off"
        valuePropName="checked"
        extra="Purchases, renewals by hand, added traffic, dearer places and free trials are refused. Proxies, top-ups, refunds and automatic renewals go on."
      >
        <Switch />
      </Form.Item>
      <Form.Item
        name="maintenanceMessage"
        label="Message"
        extra="Customers read it above every screen, and programs get it as the error. Empty restores the default."
      >
        <Input.TextArea rows={3} maxLength={300} />
      </Form.Item>
      {isOn && (
        <Form.Item
          name="maintenanceUntil"
          label="Buying is on again (Lagos)"
          extra="Automatically at that time. Leave empty to switch it on yourself."
        >
          <DateInput withTime min={isoDate()} />
        </Form.Item>
      )}
      <Flex justify="end">
        <Button type="primary" htmlType="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
      </Flex>
    </AppForm>
  );
}

/** Switches buying off while proxies keep running. */
export default function MaintenancePage() {
  const query = useAdminGetSettings({ query: { meta: { quiet: true } } });
  const data = query.data?.data;
  return (
    <>
      <PageHeader title="Maintenance" />
      <Panel title="Buying">
        {data ? (
          <div style={{ maxWidth: 640 }}>
            <MaintenanceForm key={data.version} {...data} />
          </div>
        ) : query.isError ? (
          <ErrorState {...failure(query, 'Failed to load the settings')} />
        ) : (
          <LoadingRows rows={4} />
        )}
      </Panel>
    </>
  );
}
