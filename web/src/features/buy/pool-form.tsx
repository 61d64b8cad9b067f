import { Form } from 'antd';
import { useState } from 'react';
import { usePoolPricing } from '@/api/generated/hooks/catalog/catalog';
import { usePlaces, type PoolKind } from '@/api/use-places';
import { AppForm } from '@/components/form/app-form';
import columns from '@/components/layout/columns.module.css';
import { Panel } from '@/components/layout/panel';
import { asList } from '@/lib/list';
import { resetDependentFields, RANDOM_LOCATION, type ProxyLocation } from '@/lib/proxy-location';
import type { Protocol, SessionTtl } from '@/lib/proxy-options';
import { ConnectionFields, LocationFields } from './pool-fields';
import { PoolSummary } from './pool-summary';
import { TrafficPackages } from './traffic-packages';
import { usePurchasePoolProxy } from './use-purchase';

/** Form values of residential and mobile proxies. */
export interface PoolValues extends ProxyLocation {
  ttl_minutes: SessionTtl;
  protocol: Protocol;
}

const INITIAL_VALUES: PoolValues = { ...RANDOM_LOCATION, ttl_minutes: 0, protocol: 'http' };

export function PoolForm({ kind }: { kind: PoolKind }) {
  const [form] = Form.useForm<PoolValues>();
  const [values, setValues] = useState<PoolValues>(INITIAL_VALUES);
  const [selectedTraffic, setSelectedTraffic] = useState<string | null>(null);
  const places = usePlaces(kind, values);
  const pricing = usePoolPricing({ connection_type: kind });
  const { purchase, isBusy, fieldErrors } = usePurchasePoolProxy(kind);

  const packages = asList(pricing.data?.data.priceList);
  const selected = packages.find(({ traffic }) => traffic === selectedTraffic) ?? packages[0];

  const change = (changed: Partial<PoolValues>): void => {
    const update = { ...changed, ...resetDependentFields(changed) };
    form.setFieldsValue(update);
    setValues((current) => ({ ...current, ...update }));
  };

  return (
    <AppForm
      form={form}
      label={`Configure a ${kind} proxy`}
      initialValues={INITIAL_VALUES}
      serverErrors={fieldErrors}
      onChange={change}
      onSubmit={() => selected && purchase(values, selected.traffic)}
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
              isLoading={pricing.isPending}
              isError={pricing.isError}
              onRetry={() => void pricing.refetch()}
              value={selected?.traffic ?? null}
              onChange={setSelectedTraffic}
            />
          </Panel>
        </div>
        <PoolSummary
          kind={kind}
          values={values}
          places={places}
          total={selected?.price ?? null}
          validDays={selected?.validity_days ?? null}
          isLoading={places.loading || pricing.isPending}
          isBusy={isBusy}
        />
      </div>
    </AppForm>
  );
}
