import { Country } from '@/components/format/country';
import { formatNaira } from '@/lib/money';
import { DATACENTER_PERIODS, type DatacenterPeriod, type Option } from '@/lib/proxy-options';
import { SummaryCard, toPriceLines } from './summary-card';
import type { QuantityTierDto } from '@/api/generated/api.schemas';
import {
  type PeriodPrices,
  type StockedCountry,
  toSaving,
  UNKNOWN_STOCK_MAX,
  useDatacenterStock,
  useListPrices,
  useQuantityDiscounts,
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
import { PlaceSelect } from '@/components/places/place-select';
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
  country: StockedCountry | undefined;
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

const describeOffer = ({ stock }: StockedCountry, price: number | undefined): string =>
  [`${formatNumber(stock)} available`, ...(price === undefined ? [] : [formatNaira(price)])].join(
    ' · ',
  );

const describeDiscount = ({ from, percent_off }: QuantityTierDto): string =>
  `${formatNumber(from)} or more: ${percent_off}% off`;

interface PeriodOptionProps {
  option: Option<DatacenterPeriod>;
  prices: PeriodPrices;
}

function PeriodOption({ option: { value, label }, prices }: PeriodOptionProps) {
  const price = prices.get(value);
  const saving = toSaving(prices, value);
  return (
    <span className={styles.option}>
      {label}
      {price !== undefined && (
        <span className={styles.unit}>
          {formatNaira(price)}
          {saving > 0 && ` · save ${saving}%`}
        </span>
      )}
    </span>
  );
}

const SOLD_OUT = 'Not available any more. Please select another.';

/** Default export, loaded lazily. */
export default function DatacenterForm() {
  const [form] = Form.useForm<DatacenterOrderValues>();
  const [order, write] = useDatacenterOrder();
  const { isBehind, isBehindNow } = useUrlProgress();
  const stock = useDatacenterStock();
  const listPrices = useListPrices();
  const discounts = useQuantityDiscounts();
  const { purchase, isBusy, fieldErrors, priceChange } = usePurchaseDatacenterProxies();

  const country = stock.stocked.find(({ code }) => code === order.location);
  const isGone = order.location !== '' && !country && !stock.isPending;
  const max = country?.stock ?? UNKNOWN_STOCK_MAX;
  const { quantity } = order;
  const isTooMany = quantity > max;
  const { period } = order;
  const periodPrices = listPrices(order.location);
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
  if (!stock.isPending && stock.stocked.length === 0) {
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
              label="Location"
              rules={[{ required: true, message: 'Please select a location' }]}
              {...(isGone && { validateStatus: 'error', help: SOLD_OUT })}
            >
              <PlaceSelect
                options={stock.stocked.map((one) => ({
                  value: one.code,
                  label: one.name,
                  detail: describeOffer(one, listPrices(one.code).get(period)),
                }))}
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
                options={DATACENTER_PERIODS as Option<DatacenterPeriod>[]}
                optionRender={({ data }) => <PeriodOption option={data} prices={periodPrices} />}
              />
            </Form.Item>
            <Form.Item
              name="quantity"
              label="Quantity"
              extra={[`Max: ${max}`, ...discounts.map(describeDiscount)].join(' · ')}
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
