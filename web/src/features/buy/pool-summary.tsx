import type { PlaceLists, PoolKind } from '@/api/use-places';
import { Country } from '@/components/format/country';
import { capitalise, formatDays } from '@/lib/text';
import type { Option } from '@/lib/proxy-options';
import { SummaryCard, toPriceLines } from './summary-card';
import type { PoolOrder } from './use-order';
import type { PriceChange } from './use-purchase';

interface PoolSummaryProps {
  kind: PoolKind;
  values: PoolOrder;
  places: PlaceLists;
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

export function PoolSummary({
  kind,
  values,
  places,
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
    ...toPriceLines(listed, rest.total),
    ...(validDays === null ? [] : [{ label: 'Valid for', value: formatDays(validDays) }]),
  ];
  return <SummaryCard lines={lines} action={`Purchase ${capitalise(kind)} Proxy`} {...rest} />;
}
