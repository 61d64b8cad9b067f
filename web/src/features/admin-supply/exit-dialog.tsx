import { FormActions } from '@/components/form/form-actions';
import { Alert, Button, Form, Switch, Typography } from 'antd';
import { useAdminUpdateExit } from '@/api/generated/admin-supply';
import { AppForm } from '@/components/form/app-form';
import { NumberInput } from '@/components/form/number-input';
import { Dialog } from '@/components/ui/dialog';
import { formatNumber } from '@/lib/number';
import { describePlace, exitAddress, type Exit } from './exits';
import { outcome } from '@/api/outcome';

interface Values {
  enabled: boolean;
  selling: boolean;
  weight: number | null;
}

const MAX_WEIGHT = 1000;

/** What customers lose, before it is saved. */
function DisableNote({ exit: { addresses, kind } }: { exit: Exit }) {
  const { sold } = addresses;
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 16 }}
      title={
        sold > 0
          ? `${formatNumber(sold)} sold ${sold === 1 ? 'address stops' : 'addresses stop'} working`
          : 'It is taken off sale'
      }
      description={
        kind === 'datacenter'
          ? 'New connections are refused within 5 seconds; open ones go on. Nobody is refunded.'
          : 'New connections use the other exits of the place within 5 seconds; without one they are refused.'
      }
    />
  );
}

interface ExitDialogProps {
  exit: Exit;
  /** Shows its customers instead. */
  onMove: () => void;
  onClose: () => void;
}

export default function ExitDialog({ exit, onMove, onClose }: ExitDialogProps) {
  const [form] = Form.useForm<Values>();
  const enabled: boolean | undefined = Form.useWatch(({ enabled: on }) => on, form);
  const update = useAdminUpdateExit({
    mutation: outcome('The exit could not be changed', onClose),
  });
  const place = [exit.country_name, describePlace(exit)].filter(Boolean).join(', ');
  return (
    <Dialog title={`Exit ${exit.id}`} width={480} onClose={onClose}>
      <Typography.Paragraph type="secondary" style={{ overflowWrap: 'anywhere' }}>
        {place}, {exit.kind}: <code>{exitAddress(exit)}</code>
      </Typography.Paragraph>
      <AppForm<Values>
        form={form}
        label={`Exit ${exit.id}`}
        initialValues={{ enabled: exit.enabled, selling: exit.selling, weight: exit.weight }}
        serverErrors={update.error?.fieldErrors}
        onSubmit={({ weight, ...switches }) => {
          if (!update.isPending)
            update.mutate({ id: exit.id, data: { ...switches, weight: weight ?? 1 } });
        }}
      >
        <Form.Item name="enabled" label="Enabled" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item
          name="selling"
          label="Sell new proxies on it"
          valuePropName="checked"
          extra="Off: nothing new is sold on it, and the proxies that use it go on."
        >
          <Switch disabled={enabled === false} />
        </Form.Item>
        <Form.Item
          name="weight"
          label="Weight"
          extra="Its share of the sessions of its place: an exit of weight 2 gets twice as many as one of weight 1."
          rules={[
            {
              required: true,
              type: 'integer',
              min: 1,
              max: MAX_WEIGHT,
              message: 'Weight must be a whole number from 1 to 1000',
            },
          ]}
        >
          <NumberInput style={{ width: '100%' }} inputMode="numeric" />
        </Form.Item>
        {exit.enabled && enabled === false && <DisableNote exit={exit} />}
        {exit.addresses.sold > 0 && (
          <Button style={{ marginBottom: 16 }} onClick={onMove}>
            See and move its customers
          </Button>
        )}
        <FormActions onCancel={onClose} isBusy={update.isPending} busy="Saving...">
          Save
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
