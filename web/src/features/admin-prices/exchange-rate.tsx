import { Button, Form } from 'antd';
import { useState } from 'react';
import { useAdminGetSettings, useAdminSaveSettings } from '@/api/generated/admin-settings';
import { outcome } from '@/api/outcome';
import { useCan } from '@/api/use-can';
import { AppForm } from '@/components/form/app-form';
import { FormActions } from '@/components/form/form-actions';
import { NumberInput } from '@/components/form/number-input';
import { Dialog } from '@/components/ui/dialog';

function RateDialog({ rate, onClose }: { rate: number; onClose: () => void }) {
  const [form] = Form.useForm<{ exchangeRate: number | null }>();
  const settings = useAdminGetSettings({ query: { meta: { quiet: true } } });
  const save = useAdminSaveSettings({
    mutation: outcome('The exchange rate could not be changed', onClose),
  });
  const version = settings.data?.data.version;
  return (
    <Dialog title="Exchange rate" width={420} onClose={onClose}>
      <AppForm
        form={form}
        label="Exchange rate"
        initialValues={{ exchangeRate: rate }}
        serverErrors={save.error?.fieldErrors}
        onSubmit={({ exchangeRate }) => {
          if (!save.isPending && version !== undefined && exchangeRate !== null)
            save.mutate({ data: { exchangeRate, version } });
        }}
      >
        <Form.Item
          name="exchangeRate"
          label="Naira for a US dollar"
          extra="Prices in dollars and all costs are converted with it, from the moment that it is saved."
          rules={[
            {
              required: true,
              type: 'number',
              min: 1,
              max: 10_000,
              message: 'Exchange rate must be 1 to 10,000',
            },
          ]}
        >
          <NumberInput prefix="₦" style={{ width: '100%' }} />
        </Form.Item>
        <FormActions
          onCancel={onClose}
          isBusy={save.isPending}
          disabled={version === undefined}
          busy="Saving..."
        >
          Save
        </FormActions>
      </AppForm>
    </Dialog>
  );
}

/** Changes the exchange rate, for who may change settings. */
export function ChangeRate({ rate, isDirty }: { rate: number; isDirty: boolean }) {
  const canManage = useCan()('settings.manage');
  const [isOpen, setOpen] = useState(false);
  if (!canManage) return null;
  return (
    <>
      {/* The figures beside unsaved prices are calculated with the rate of now. */}
      <Button
        aria-haspopup="dialog"
        disabled={isDirty}
        title={isDirty ? 'Save or discard the prices first' : undefined}
        onClick={() => setOpen(true)}
      >
        Change exchange rate
      </Button>
      {isOpen && <RateDialog rate={rate} onClose={() => setOpen(false)} />}
    </>
  );
}
