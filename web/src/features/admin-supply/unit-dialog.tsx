import { FormActions } from '@/components/form/form-actions';
import { Alert, Form, Input, Switch, Typography } from 'antd';
import { useAdminUpdateUnit } from '@/api/generated/admin-supply';
import { DateInput } from '@/components/form/date-input';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import { describeProxy, type Unit } from './stock';
import { outcome } from '@/api/outcome';

interface Values {
  enabled: boolean;
  /** A day, UTC; empty: not known. */
  end: string;
  note: string;
}

export default function UnitDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const enabled: boolean | undefined = Form.useWatch(({ enabled: on }) => on, form);
  const end = unit.upstream_expires_at?.slice(0, 10) ?? '';
  const update = useAdminUpdateUnit({
    mutation: outcome('The unit could not be changed', onClose),
  });
  const submit = (values: Values) => {
    if (update.isPending) return;
    // An unchanged day keeps its time.
    const day = values.end ? new Date(values.end).toISOString() : null;
    update.mutate({
      id: unit.id,
      data: {
        enabled: values.enabled,
        note: values.note.trim() || null,
        ...(values.end !== end && { upstream_expires_at: day }),
      },
    });
  };
  return (
    <Dialog title={unit.address} width={480} onClose={onClose}>
      <Typography.Paragraph type="secondary">
        {[unit.country_name, describeProxy(unit)].filter(Boolean).join(': ')}
      </Typography.Paragraph>
      <AppForm<Values>
        form={form}
        label={`Unit ${unit.address}`}
        initialValues={{ enabled: unit.enabled, end, note: unit.note ?? '' }}
        serverErrors={update.error?.fieldErrors}
        aliases={{ upstream_expires_at: 'end' }}
        onSubmit={submit}
      >
        <Form.Item
          name="enabled"
          label="On sale"
          valuePropName="checked"
          extra={
            unit.status === 'dead'
              ? 'It was withdrawn. Put it back only if it works again.'
              : undefined
          }
        >
          <Switch />
        </Form.Item>
        <Form.Item
          name="end"
          label="End at the provider"
          extra="After you have extended it there. Empty: not known, so it is sold for any period."
        >
          <DateInput />
        </Form.Item>
        <Form.Item name="note" label="Note">
          <Input.TextArea rows={2} maxLength={500} />
        </Form.Item>
        {unit.proxy && unit.enabled && enabled === false && (
          <Alert
            type="info"
            showIcon
            style={{ marginBottom: 16 }}
            title="The customer keeps it"
            description="It is not sold again when the proxy ends. Replace it if it does not work."
          />
        )}
        <FormActions onCancel={onClose} isBusy={update.isPending} busy="Saving...">
          Save
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
