import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { AppForm } from '@/components/form/app-form';
import columns from '@/components/layout/columns.module.css';
import { Panel } from '@/components/layout/panel';
import { PlaceSelect } from '@/components/places/place-select';
import { wholeNumber } from '@/lib/number';
import { DATACENTER_PERIODS, type DatacenterPeriod, type Option } from '@/lib/proxy-options';
import { DatacenterSummary } from './datacenter-summary';
import fields from './pool-fields.module.css';
import { usePurchaseDatacenterProxies } from './use-purchase';
import { UNKNOWN_STOCK_MAX, useDatacenterStock, useUnitPrice } from './use-datacenter-stock';

interface DatacenterValues {
  location: string;
  period: DatacenterPeriod;
  quantity: string;
}

const START: Partial<DatacenterValues> = { period: 43_200, quantity: '1' };

export function DatacenterForm() {
  const [form] = Form.useForm<DatacenterValues>();
  const [values, setValues] = useState<Partial<DatacenterValues>>(START);
  const stock = useDatacenterStock();
  const purchase = usePurchaseDatacenterProxies();

  const country = stock.stocked.find(({ code }) => code === values.location);
  const max = country?.stock ?? UNKNOWN_STOCK_MAX;
  const quantity = wholeNumber(values.quantity ?? '', { min: 1, max, fallback: 1 });
  const period = values.period ?? 43_200;
  const unit = useUnitPrice(country?.id, period);

  const settleQuantity = (): void => {
    form.setFieldsValue({ quantity: String(quantity) });
    setValues((current) => ({ ...current, quantity: String(quantity) }));
  };

  if (stock.isError)
    return <ErrorState title="The stock could not be loaded" onRetry={stock.refetch} />;
  if (!stock.isPending && stock.stocked.length === 0) {
    return (
      <EmptyState
        icon="server"
        title="Nothing in stock"
        hint="Every datacenter address is taken at the moment."
      />
    );
  }
  return (
    <AppForm
      form={form}
      label="Configure datacenter proxies"
      initialValues={START}
      aliases={{ country_id: 'location', duration_minutes: 'period' }}
      serverErrors={purchase.fieldErrors}
      onChange={(changed) => setValues((current) => ({ ...current, ...changed }))}
      onSubmit={() =>
        country && purchase.buy({ country_id: country.id, duration_minutes: period, quantity })
      }
    >
      <div className={columns.columns}>
        <Panel title="Configuration">
          <div className={fields.grid}>
            <Form.Item
              name="location"
              label="Location"
              rules={[{ required: true, message: 'Please select a location' }]}
            >
              <PlaceSelect
                options={stock.stocked.map(({ code, name }) => ({ value: code, label: name }))}
                loading={stock.isPending}
                placeholder="Select a location"
                flags
              />
            </Form.Item>
            <Form.Item
              name="period"
              label="Period"
              rules={[{ required: true, message: 'Please select a period' }]}
            >
              <Select size="large" options={DATACENTER_PERIODS as Option<DatacenterPeriod>[]} />
            </Form.Item>
            <Form.Item name="quantity" label="Quantity" extra={`Max: ${max}`}>
              <Input
                size="large"
                type="number"
                min={1}
                max={max}
                step={1}
                inputMode="numeric"
                onBlur={settleQuantity}
              />
            </Form.Item>
          </div>
        </Panel>
        <DatacenterSummary
          country={country}
          period={period}
          quantity={quantity}
          unitPrice={unit.price}
          loading={stock.isPending || unit.isLoading}
          busy={purchase.busy}
        />
      </div>
    </AppForm>
  );
}
