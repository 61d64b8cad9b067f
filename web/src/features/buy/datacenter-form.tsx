import { Country } from '@/components/format/country';
import { formatNaira } from '@/lib/money';
import { DATACENTER_PERIODS, type DatacenterPeriod } from '@/lib/proxy-options';
import { SummaryCard, toPriceLines } from './summary-card';
import type { QuantityTierDto } from '@/api/generated/api.schemas';
import {
  type PeriodPrices,
  type DatacenterCountry,
  toSaving,
  UNKNOWN_STOCK_MAX,
  useDatacenterStock,
  useUnitPrice,
} from './use-datacenter-stock';
import {
  type PriceChange,
  useOrderQuote,
  toDatacenterRequest,
  usePurchaseDatacenterProxies,
} from './use-purchase';
import { Form, Select } from 'antd';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { AppForm } from '@/components/form/app-form';
import { NumberInput } from '@/components/form/number-input';
import columns from '@/components/layout/columns.module.css';
import { Panel } from '@/components/layout/panel';
import { type PlaceOption, PlaceSelect } from '@/components/places/place-select';
import { formatNumber } from '@/lib/number';
import styles from './order-form.module.css';
import {
  toFieldValues,
  useDatacenterOrder,
  useFormOfUrl,
  type DatacenterOrderValues,
  useUrlProgress,
} from './use-order';

interface DatacenterSummaryProps {
  country: DatacenterCountry | undefined;
  /** In minutes. */
  period: number;
  quantity: number;
  /** In whole naira. */
  unitPrice: number | null;
  /** Before discounts. */
  listed: number | null;
  total: number | null;
  priceChange: PriceChange | null;
  isLoading: boolean;
  isBusy: boolean;
}

const PLACEHOLDER = '–';

export function DatacenterSummary({
  country,
  period,
  quantity,
  unitPrice,
  listed,
  ...state
}: DatacenterSummaryProps) {
  const lines = [
    {
      label: 'Location',
      value: country ? <Country code={country.code} name={country.name} /> : 'Not chosen yet',
    },
    {
      label: 'Period',
      value: DATACENTER_PERIODS.find(({ value }) => value === period)?.label ?? PLACEHOLDER,
    },
    { label: 'Quantity', value: quantity },
    {
      label: 'Protocols',
      value: country?.protocols.map((name) => name.toUpperCase()).join(', ') ?? PLACEHOLDER,
    },
    { label: 'Max available', value: country?.stock ?? PLACEHOLDER },
    {
      label: 'Price per unit',
      value: unitPrice === null ? PLACEHOLDER : formatNaira(unitPrice),
    },
    ...toPriceLines(listed, state.total),
  ];
  return (
    <SummaryCard
      {...state}
      lines={lines}
      action="Purchase Datacenter Proxies"
      isDisabled={!country}
    />
  );
}

const toLocationOption = (
  { code, name, stock, prices }: DatacenterCountry,
  period: DatacenterPeriod,
): PlaceOption => {
  const price = prices.get(period);
  const available = `${formatNumber(stock)} available`;
  const offer = price === undefined ? available : `${available} · ${formatNaira(price)}`;
  const isSoldOut = stock === 0;
  return {
    ...{ value: code, label: name, disabled: isSoldOut },
    detail: isSoldOut ? 'Sold out' : offer,
  };
};

const describeDiscount = ({ from, percent_off }: QuantityTierDto): string =>
  `${formatNumber(from)} or more: ${percent_off}% off`;

/** Every period with its price and what it saves; none without a price while others have one. */
const toPeriodOptions = (prices: PeriodPrices) =>
  DATACENTER_PERIODS.map(({ value, label }) => {
    const price = prices.get(value);
    const saving = toSaving(prices, value);
    const known = price === undefined ? '' : formatNaira(price);
    const detail = saving > 0 ? `${known} · save ${saving}%` : known;
    return {
      ...{ value, label, detail, disabled: prices.size > 0 && price === undefined },
      'aria-label': detail ? `${label} · ${detail}` : label,
    };
  });

const NOT_AVAILABLE = 'Not available any more. Please select another.';

/** Default export, loaded lazily. */
export default function DatacenterForm() {
  const [form] = Form.useForm<DatacenterOrderValues>();
  const [order, write] = useDatacenterOrder();
  const { isBehind, isBehindNow } = useUrlProgress();
  const { period, quantity } = order;
  const stock = useDatacenterStock(period);
  const { purchase, isBusy, fieldErrors, priceChange } = usePurchaseDatacenterProxies();

  const stocked = stock.countries.filter((one) => one.stock > 0);
  const country = stocked.find(({ code }) => code === order.location);
  const isGone = order.location !== '' && !country && !stock.isPending;
  const max = country?.stock ?? UNKNOWN_STOCK_MAX;
  const isTooMany = quantity > max;
  const unit = useUnitPrice(country?.id, period);
  const request =
    country && !isTooMany ? toDatacenterRequest(country.id, period, quantity) : undefined;
  const listed = unit.price === null ? null : unit.price * quantity;
  const quote = useOrderQuote(request ?? null, listed);
  useFormOfUrl(form, order);
  const isLoading = isBehind || stock.isPending || unit.isLoading || quote.isLoading;

  const change = (changed: Partial<DatacenterOrderValues>): void =>
    // An empty quantity is null.
    write(
      'quantity' in changed
        ? { ...changed, quantity: Math.max(1, Math.trunc(changed.quantity ?? 1)) }
        : changed,
    );

  // Nothing, or less than one; more than there are stays as it was typed, with an error.
  const normalizeQuantity = (): void => form.setFieldsValue({ quantity });

  if (stock.isError)
    return <ErrorState title="The stock could not be loaded" onRetry={stock.refetch} />;
  if (!stock.isPending && stocked.length === 0) {
    return (
      <EmptyState
        icon="server"
        title="Out of stock"
        hint="All datacenter addresses are sold at the moment. Please check again later."
      />
    );
  }
  return (
    <AppForm
      form={form}
      label="Configure datacenter proxies"
      initialValues={toFieldValues(order)}
      aliases={{ country_id: 'location', duration_minutes: 'period' }}
      serverErrors={fieldErrors}
      onChange={change}
      onSubmit={() => {
        if (request && quote.total !== null && !isLoading && !isBehindNow())
          purchase(request, quote.total);
      }}
    >
      <div className={columns.columns}>
        <Panel title="Configuration">
          <div className={styles.fields}>
            <Form.Item
              name="location"
              className={styles.full}
              label="Location"
              rules={[{ required: true, message: 'Please select a location' }]}
              {...(isGone && { validateStatus: 'error', help: NOT_AVAILABLE })}
            >
              <PlaceSelect
                options={stock.countries.map((one) => toLocationOption(one, period))}
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
              <Select
                size="large"
                options={toPeriodOptions(country?.prices ?? new Map())}
                optionRender={({ data }) => (
                  <span className={styles.option}>
                    {data.label}
                    <span className={styles.unit}>{data.detail}</span>
                  </span>
                )}
              />
            </Form.Item>
            <Form.Item
              name="quantity"
              label="Quantity"
              extra={[`Max: ${max}`, ...stock.discounts.map(describeDiscount)].join(' · ')}
              {...(isTooMany && {
                validateStatus: 'error',
                help: `Only ${formatNumber(max)} are available`,
              })}
            >
              <NumberInput
                size="large"
                className={styles.quantity}
                precision={0}
                inputMode="numeric"
                onBlur={normalizeQuantity}
              />
            </Form.Item>
          </div>
        </Panel>
        <DatacenterSummary
          country={country}
          period={period}
          quantity={quantity}
          unitPrice={unit.price}
          listed={listed}
          total={isTooMany ? null : quote.total}
          isLoading={isLoading}
          isBusy={isBusy}
          priceChange={priceChange}
        />
      </div>
    </AppForm>
  );
}
