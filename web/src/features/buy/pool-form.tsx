import { Form, Select } from 'antd';
import { type PlaceLists, type PoolKind, usePlaces } from '@/api/use-places';
import { ErrorState } from '@/components/feedback/error-state';
import { PlaceSelect } from '@/components/places/place-select';
import { type ProxyLocation, resetDependentFields } from '@/lib/proxy-location';
import {
  PROTOCOLS,
  SESSION_TYPES,
  type Option,
  type SessionTtl,
  specific,
} from '@/lib/proxy-options';
import styles from './order-form.module.css';
import { isRandom, RANDOM_CODE } from '@/lib/country';
import { Country } from '@/components/format/country';
import { capitalise, formatDays } from '@/lib/text';
import { SummaryCard, toPriceLines } from './summary-card';
import { findTraffic, TrafficPackages } from './traffic-packages';
import {
  type PoolOrder,
  toFieldValues,
  useFormOfUrl,
  usePoolOrder,
  useUrlProgress,
} from './use-order';
import {
  type PriceChange,
  toPoolRequest,
  usePurchasePoolProxy,
  useOrderQuote,
} from './use-purchase';
import { keepPreviousData } from '@tanstack/react-query';
import { usePoolPricing } from '@/api/generated/catalog';
import { AppForm } from '@/components/form/app-form';
import columns from '@/components/layout/columns.module.css';
import { Panel } from '@/components/layout/panel';
import { asList } from '@/lib/list';
import { toNumberText } from '@/lib/number-text';

interface LocationFieldsProps {
  places: PlaceLists;
  /** Choices that are not on sale. */
  unknown: readonly (keyof ProxyLocation)[];
}

export function LocationFields({ places, unknown }: LocationFieldsProps) {
  const { offers, loading, error } = places;
  if (error) return <ErrorState title={error} onRetry={places.retry} />;
  const check = (name: keyof ProxyLocation) =>
    unknown.includes(name)
      ? { validateStatus: 'error' as const, help: 'Not available any more. Please select another.' }
      : {};
  return (
    <div className={styles.fields}>
      <Form.Item
        name="country"
        label="Country"
        rules={[{ required: true, message: 'Please select a country' }]}
        {...check('country')}
      >
        <PlaceSelect options={places.countries} loading={places.countriesLoading} flags />
      </Form.Item>
      {offers.regions && (
        <Form.Item name="region" label="Region" {...check('region')}>
          <PlaceSelect options={places.regions} loading={loading} />
        </Form.Item>
      )}
      {offers.cities && (
        <Form.Item name="city" label="City" {...check('city')}>
          <PlaceSelect options={places.cities} loading={loading} />
        </Form.Item>
      )}
      {offers.isps && (
        <Form.Item name="isp" label="ISP" {...check('isp')}>
          <PlaceSelect options={places.isps} loading={loading} />
        </Form.Item>
      )}
    </div>
  );
}

export function ConnectionFields() {
  return (
    <div className={`${styles.fields} ${styles.wide}`}>
      <Form.Item
        name="ttl_minutes"
        label="Session Type"
        rules={[{ required: true, message: 'Please select a session type' }]}
      >
        <Select size="large" virtual={false} options={SESSION_TYPES as Option<SessionTtl>[]} />
      </Form.Item>
      <Form.Item
        name="protocol"
        label="Protocol Type"
        rules={[{ required: true, message: 'Please select a protocol' }]}
      >
        <Select size="large" options={PROTOCOLS as Option[]} />
      </Form.Item>
    </div>
  );
}

const lists = ({ countries, regions, cities, isps, offers }: PlaceLists) =>
  [
    ['country', countries, true],
    ['region', regions, offers.regions],
    ['city', cities, offers.cities],
    ['isp', isps, offers.isps],
  ] as const satisfies readonly (readonly [keyof ProxyLocation, readonly Option[], boolean])[];

/** Choices of an old or shared link that are not on sale; none while the lists load. */
export const findUnknownPlaces = (
  location: ProxyLocation,
  places: PlaceLists,
): (keyof ProxyLocation)[] =>
  places.loading
    ? []
    : lists(places)
        .filter(
          ([name, options, isOffered]) =>
            isOffered &&
            !isRandom(location[name]) &&
            !options.some(({ value }) => value === location[name]),
        )
        .map(([name]) => name);

/** The order without places that its country does not offer. */
export const toOffered = <Order extends ProxyLocation>(
  order: Order,
  places: PlaceLists,
): Order => ({
  ...order,
  ...Object.fromEntries(
    lists(places)
      .filter(([, , isOffered]) => !isOffered)
      .map(([name]) => [name, RANDOM_CODE]),
  ),
});

interface PoolSummaryProps {
  kind: PoolKind;
  values: PoolOrder;
  places: PlaceLists;
  /** Gigabytes. */
  traffic: string | null;
  /** Price of the package before surcharges and discounts. */
  listed: number | null;
  total: number | null;
  validDays: number | null;
  isLoading: boolean;
  isBusy: boolean;
  priceChange: PriceChange | null;
  isDisabled: boolean;
}

const findLabel = (options: readonly Option[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

const sessionLabel = (minutes: SessionTtl): string =>
  SESSION_TYPES.find(({ value }) => value === minutes)?.label ?? `${minutes} minutes`;

export function PoolSummary({
  kind,
  values,
  places,
  traffic,
  listed,
  validDays,
  ...rest
}: PoolSummaryProps) {
  const { offers } = places;
  const lines = [
    {
      label: 'Country',
      value: <Country code={values.country} name={findLabel(places.countries, values.country)} />,
    },
    ...(offers.regions
      ? [{ label: 'Region', value: findLabel(places.regions, values.region) }]
      : []),
    ...(offers.cities ? [{ label: 'City', value: findLabel(places.cities, values.city) }] : []),
    ...(offers.isps ? [{ label: 'ISP', value: findLabel(places.isps, values.isp) }] : []),
    { label: 'Session', value: sessionLabel(values.ttl_minutes) },
    { label: 'Protocol', value: findLabel(PROTOCOLS, values.protocol) },
    ...(traffic === null ? [] : [{ label: 'Traffic', value: `${traffic} GB` }]),
    ...toPriceLines(listed, rest.total),
    ...(validDays === null ? [] : [{ label: 'Valid for', value: formatDays(validDays) }]),
  ];
  return <SummaryCard lines={lines} action={`Purchase ${capitalise(kind)} Proxy`} {...rest} />;
}

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
  const selected =
    order.traffic === '' ? packages[0] : findTraffic(packages, Number(toNumberText(order.traffic)));

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
              selected={selected}
              value={order.traffic}
              isBehind={isBehind}
              onChange={(traffic) => write({ traffic })}
            />
          </Panel>
        </div>
        <PoolSummary
          kind={kind}
          values={order}
          places={places}
          traffic={selected?.traffic ?? null}
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
