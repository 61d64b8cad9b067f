import type { FormInstance } from 'antd';
import { useCallback, useEffect, useMemo, useContext, useSyncExternalStore } from 'react';
import {
  NavigationType,
  useNavigationType,
  UNSAFE_DataRouterContext,
  useLocation,
} from 'react-router-dom';
import { RANDOM_CODE } from '@/lib/country';
import {
  choiceField,
  numberField,
  printFields,
  readSearch,
  textField,
  type Schema,
} from '@/lib/list-search';
import type { ProxyLocation } from '@/lib/proxy-location';
import {
  DATACENTER_PERIODS,
  PROTOCOLS,
  SESSION_TYPES,
  type DatacenterPeriod,
  type Option,
  type Protocol,
  type SessionTtl,
} from '@/lib/proxy-options';
import { useUrlParams } from '@/lib/url-params';

/** A residential or mobile order. */
export interface PoolOrder extends ProxyLocation {
  ttl_minutes: SessionTtl;
  protocol: Protocol;
  /** Gigabytes as written in the price list, or as they were typed; empty until the customer has chosen. */
  traffic: string;
}

export interface DatacenterOrderValues {
  /** Country code; empty until the customer has chosen. */
  location: string;
  period: DatacenterPeriod;
  quantity: number;
}

const optionField = <V extends number>(options: readonly Option<V>[], fallback: V) =>
  numberField(fallback, (value) => options.some((option) => option.value === value));

const placeField = textField(RANDOM_CODE);

const poolSchema = {
  country: placeField,
  region: placeField,
  city: placeField,
  isp: placeField,
  ttl_minutes: optionField(SESSION_TYPES, 0),
  protocol: choiceField(
    PROTOCOLS.map(({ value }) => value),
    'http',
  ),
  traffic: textField(),
} as Schema<PoolOrder>;

const datacenterSchema = {
  location: textField(),
  period: optionField(DATACENTER_PERIODS, 43_200),
  quantity: numberField(1, (quantity) => quantity >= 1),
} as Schema<DatacenterOrderValues>;

/** The type of the order; changing it starts a new order. */
export const ORDER_TYPE_PARAM = 'type';

/** URL parameters of every order, which are removed when another type is chosen. */
export const ORDER_PARAMS = [...Object.keys(poolSchema), ...Object.keys(datacenterSchema)];

/** The order, stored only in the URL: Back, reload and shared links keep it. */
function useOrder<V extends object>(schema: Schema<V>): [V, (change: Partial<V>) => void] {
  const [params, write] = useUrlParams();
  const values = useMemo(() => readSearch(schema, params), [schema, params]);
  const change = useCallback(
    (changed: Partial<V>) => write(printFields(schema, changed), true),
    [schema, write],
  );
  return [values, change];
}

/** An order for the fields of a form: Ant Design shows the placeholder for undefined only. */
export const toFieldValues = <V extends object>(order: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(order).map(([name, value]) => [name, value === '' ? undefined : value]),
  ) as Partial<V>;

/** Shows the order of the URL after Back or Forward; otherwise the inputs are ahead of the URL. */
export function useFormOfUrl<V extends object>(form: FormInstance, order: V): void {
  const isPop = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (isPop) form.setFieldsValue(toFieldValues(order));
  }, [form, order, isPop]);
}

export const usePoolOrder = () => useOrder(poolSchema);
export const useDatacenterOrder = () => useOrder(datacenterSchema);

/**
 * Whether a change of the parameters has still to be rendered, which takes a slow device a while.
 * @returns `isBehind` for what is shown, `isBehindNow` for an event that comes before the next rendering.
 */
export function useUrlProgress(): { isBehind: boolean; isBehindNow: () => boolean } {
  // No public API exposes the router state before it is rendered.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  if (!router) throw new Error('useUrlProgress needs a data router above it');
  const { search } = useLocation();
  const latest = useSyncExternalStore(
    useCallback((notify) => router.subscribe(notify), [router]),
    () => router.state.location.search,
  );
  return {
    isBehind: latest !== search,
    isBehindNow: () => router.state.location.search !== search,
  };
}
