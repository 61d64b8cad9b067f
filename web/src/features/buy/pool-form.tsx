import { keepPreviousData } from '@tanstack/react-query';
import { Form } from 'antd';
import { usePoolPricing } from '@/api/generated/catalog';
import { usePlaces, type PoolKind } from '@/api/use-places';
import { AppForm } from '@/components/form/app-form';
import columns from '@/components/layout/columns.module.css';
import { Panel } from '@/components/layout/panel';
import { asList } from '@/lib/list';
import { resetDependentFields } from '@/lib/proxy-location';
import { specific } from '@/lib/proxy-options';
import { findUnknownPlaces, toOffered } from './offered-places';
import { ConnectionFields, LocationFields } from './pool-fields';
import { PoolSummary } from './pool-summary';
import { TrafficPackages } from './traffic-packages';
import { toFieldValues, useFormOfUrl, usePoolOrder, type PoolOrder } from './use-order';
import { useOrderQuote } from './use-order-quote';
import { toPoolRequest, usePurchasePoolProxy } from './use-purchase';
import { useUrlProgress } from './use-url-progress';

export function PoolForm({ kind }: { kind: PoolKind }) {
  const [form] = Form.useForm<PoolOrder>();
  const [order, write] = usePoolOrder();
  const { isBehind, isBehindNow } = useUrlProgress();
  const places = usePlaces(kind, order);
  const pricing = usePoolPricing(
    { connection_type: kind, country_code: specific(order.country) },
    { query: { placeholderData: keepPreviousData, meta: { quiet: true } } },
  );
  const { purchase, isBusy, fieldErrors, priceChange } = usePurchasePoolProxy(kind);

  const packages = asList(pricing.data?.data.priceList);
  const chosen = packages.find(({ traffic }) => traffic === order.traffic);
  const selected = chosen ?? packages[0];

  const offered = toOffered(order, places);
  const isUnknown = findUnknownPlaces(order, places).length > 0;
  const quote = useOrderQuote(
    selected && !places.loading && !isUnknown
      ? toPoolRequest(kind, offered, selected.traffic)
      : null,
    selected?.price ?? null,
  );

  useFormOfUrl(form, order);
  // The packages of the country before are shown until those of the chosen one are there.
  const isLoading =
    isBehind || places.loading || pricing.isPending || pricing.isPlaceholderData || quote.isLoading;

  const change = (changed: Partial<PoolOrder>): void => {
    const update = { ...changed, ...resetDependentFields(changed) };
    form.setFieldsValue(update);
    write(update);
  };

  return (
    <AppForm
      form={form}
      label={`Configure a ${kind} proxy`}
      initialValues={toFieldValues(order)}
      serverErrors={fieldErrors}
      onChange={change}
      onSubmit={() => {
        if (selected && quote.total !== null && !isLoading && !isBehindNow())
          purchase(offered, selected.traffic, quote.total);
      }}
    >
      <div className={columns.columns}>
        <div className={columns.stack}>
          <Panel title="Location">
            <LocationFields places={places} unknown={findUnknownPlaces(order, places)} />
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
              isChosen={chosen !== undefined}
              onChange={(traffic) => write({ traffic })}
            />
          </Panel>
        </div>
        <PoolSummary
          kind={kind}
          values={order}
          places={places}
          listed={selected?.price ?? null}
          total={quote.total}
          validDays={selected?.validity_days ?? null}
          isLoading={isLoading}
          isBusy={isBusy}
          priceChange={priceChange}
          isDisabled={places.error !== null || isUnknown}
        />
      </div>
    </AppForm>
  );
}
