import { FormActions } from '@/components/form/form-actions';
import { Form, Radio, Typography } from 'antd';
import { useAdminRequestReplacement } from '@/api/generated/admin-supply';
import { ReplacementReason } from '@/api/generated/api.schemas';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import type { Unit } from './stock';
import { outcome } from '@/api/outcome';

const REASONS = [
  { value: ReplacementReason.not_working, label: 'It does not work' },
  { value: ReplacementReason.wrong_location, label: 'It is in another country' },
  { value: ReplacementReason.too_slow, label: 'It is too slow' },
  { value: ReplacementReason.other_network, label: 'It is in the wrong network' },
];

/** Asks the provider for another address in place of one. */
export default function RequestReplacementDialog({
  unit,
  onClose,
}: {
  unit: Unit;
  onClose: () => void;
}) {
  const [form] = Form.useForm<{ reason: ReplacementReason }>();
  const request = useAdminRequestReplacement({
    mutation: outcome('The provider could not be asked', onClose),
  });
  return (
    <Dialog title={`Ask for another address`} width={480} onClose={onClose}>
      <Typography.Paragraph>
        {unit.provider?.name} replaces {unit.address} in its own time. The new one comes into stock
        with the next synchronization; the customer of this one, if any, keeps it until you replace
        it.
      </Typography.Paragraph>
      <AppForm<{ reason: ReplacementReason }>
        form={form}
        label="Ask for another address"
        initialValues={{ reason: ReplacementReason.not_working }}
        serverErrors={request.error?.fieldErrors}
        onSubmit={({ reason }) => {
          if (!request.isPending) request.mutate({ id: unit.id, data: { reason } });
        }}
      >
        <Form.Item name="reason" label="Reason">
          <Radio.Group options={REASONS} style={{ display: 'grid', gap: 8 }} />
        </Form.Item>
        <FormActions onCancel={onClose} isBusy={request.isPending} busy="Asking...">
          Ask the provider
        </FormActions>
      </AppForm>
    </Dialog>
  );
}
