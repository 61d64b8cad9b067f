import { Country } from '@/components/format/country';
import { formatNaira } from '@/lib/money';
import { DATACENTER_PERIODS } from '@/lib/proxy-options';
import { SummaryCard, toPriceLines } from './summary-card';
import type { StockedCountry } from './use-datacenter-stock';
import type { PriceChange } from './use-purchase';

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
