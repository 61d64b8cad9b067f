import { Form } from 'antd';
import { useState } from 'react';
import { usePoolPricing } from '@/api/generated/hooks/catalog/catalog';
import { usePlaces, type PoolKind } from '@/api/use-places';
import { AppForm } from '@/components/form/app-form';
import columns from '@/components/layout/columns.module.css';
import { Panel } from '@/components/layout/panel';
import { asList } from '@/lib/list';
import { afterChoosing } from '@/lib/place-choice';
import { ConnectionFields, LocationFields } from './pool-fields';
import { PoolSummary } from './pool-summary';
import { START, type PoolValues } from './pool-values';
import { TrafficPackages } from './traffic-packages';
import { usePurchasePoolProxy } from './use-purchase';

export function PoolForm({ kind }: { kind: PoolKind }) {
  const [form] = Form.useForm<PoolValues>();
  const [values, setValues] = useState<PoolValues>(START);
  const [picked, setPicked] = useState<string | null>(null);
  const places = usePlaces(kind, values);
  const pricing = usePoolPricing({ connection_type: kind });
  const purchase = usePurchasePoolProxy(kind);

  const packages = asList(pricing.data?.data.priceList);
  const item = packages.find(({ traffic }) => traffic === picked) ?? packages[0];

  const change = (changed: Partial<PoolValues>): void => {
    const whole = { ...changed, ...afterChoosing(changed) };
    form.setFieldsValue(whole);
    setValues((current) => ({ ...current, ...whole }));
  };

  return (
    <AppForm
      form={form}
      label={`Configure a ${kind} proxy`}
      initialValues={START}
      serverErrors={purchase.fieldErrors}
      onChange={change}
      onSubmit={() => item && purchase.buy(values, item.traffic)}
    >
      <div className={columns.columns}>
        <div className={columns.stack}>
          <Panel title="Location">
            <LocationFields places={places} />
          </Panel>
          <Panel title="Connection">
            <ConnectionFields />
          </Panel>
          <Panel title="Traffic">
            <TrafficPackages
              packages={packages}
              loading={pricing.isPending}
              failed={pricing.isError}
              onRetry={() => void pricing.refetch()}
              value={item?.traffic ?? null}
              onChange={setPicked}
            />
          </Panel>
        </div>
        <PoolSummary
          kind={kind}
          values={values}
          places={places}
          total={item?.price ?? null}
          validDays={item?.validity_days ?? null}
          loading={places.loading || pricing.isPending}
          busy={purchase.busy}
        />
      </div>
    </AppForm>
  );
}
