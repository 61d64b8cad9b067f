import { FormActions } from '@/components/form/form-actions';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useAdminProlongUnit, useAdminQuoteProlongation } from '@/api/generated/admin-supply';
import { useMessage } from '@/components/feedback/use-message';
import { AppForm } from '@/components/form/app-form';
import { Dialog } from '@/components/ui/dialog';
import { findSellable, OffersGate, type Offers } from './offers-gate';
import { PriceStep } from './price-step';
import { describeEnd, type Unit } from './stock';

interface ProlongProps {
  unit: Unit;
  onClose: () => void;
}

function ProlongForm({ unit, periods, onClose }: ProlongProps & Pick<Offers, 'periods'>) {
  const message = useMessage();
  const [form] = Form.useForm<{ period: string }>();
  const [quoted, setQuoted] = useState<{ period: string; total: number } | null>(null);
  const quote = useAdminQuoteProlongation({
    mutation: { meta: { fallback: 'The price could not be read' } },
  });
  const prolong = useAdminProlongUnit({
    mutation: {
      meta: { fallback: 'The address could not be prolonged' },
      onSuccess: ({ data: { purchase }, message: text }) => {
        if (purchase.status === 'failed') message.error(purchase.error ?? text);
        else message.success(text);
        onClose();
      },
      // The price may be another one now.
      onError: () => setQuoted(null),
    },
  });
  const ask = ({ period }: { period: string }): void => {
    if (quote.isPending) return;
    quote.mutate(
      { id: unit.id, data: { period } },
      { onSuccess: ({ data }) => setQuoted({ period, total: data.total_usd }) },
    );
  };
  if (quoted)
    return (
      <PriceStep
        what={`${unit.address} for ${periods.find(({ id }) => id === quoted.period)?.name ?? quoted.period} longer`}
        total={quoted.total}
        confirm="Prolong address"
        busy="Prolonging..."
        isBusy={prolong.isPending}
        onConfirm={() =>
          prolong.mutate({
            id: unit.id,
            data: { period: quoted.period, expected_total_usd: quoted.total },
          })
        }
        onBack={() => setQuoted(null)}
      />
    );
  return (
    <AppForm<{ period: string }>
      form={form}
      label={`Prolong ${unit.address}`}
      initialValues={{ period: (findSellable({ periods }) ?? periods[0])?.id }}
      serverErrors={quote.error?.fieldErrors}
      onSubmit={ask}
    >
      <Form.Item
        name="period"
        label="Longer by"
        rules={[{ required: true, message: 'Choose a period of the provider' }]}
        extra={`${describeEnd(unit)} now. Whoever has the address keeps it.`}
      >
        <Select options={periods.map(({ id: value, name: label }) => ({ value, label }))} />
      </Form.Item>
      <FormActions onCancel={onClose} isBusy={quote.isPending} busy="Asking...">
        Show the price
      </FormActions>
    </AppForm>
  );
}

/** Prolongs an address at its provider: the price first, then the order. */
export default function ProlongUnitDialog({
  unit,
  providerId,
  onClose,
}: ProlongProps & { providerId: number }) {
  return (
    <Dialog title={`Prolong ${unit.address}`} width={480} onClose={onClose}>
      <OffersGate providerId={providerId}>
        {({ periods }) => <ProlongForm unit={unit} periods={periods} onClose={onClose} />}
      </OffersGate>
    </Dialog>
  );
}
