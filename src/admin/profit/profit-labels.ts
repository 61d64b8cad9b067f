import { nameCountry } from '../../common/country';
import { readableDay, startOfDay } from '../../common/time/calendar';
import { OTHERS, type ProfitGroup } from './profit.types';

const KIND_LABELS: Readonly<Record<string, string>> = {
  datacenter: 'Datacenter',
  residential: 'Residential',
  mobile: 'Mobile',
};

const UNASSIGNED: Readonly<Record<ProfitGroup, string>> = {
  day: 'No day',
  kind: 'No kind',
  country: 'No country',
  network: 'No network',
  customer: 'No customer',
};

/** @param names of networks and customers by id; the removed have none. */
export function labelProfitRow(
  group: ProfitGroup,
  key: string | null,
  names: ReadonlyMap<string, string>,
): string {
  if (key === null) return UNASSIGNED[group];
  if (key === OTHERS) return 'All other customers';
  switch (group) {
    case 'day':
      return readableDay(startOfDay(key));
    case 'kind':
      return KIND_LABELS[key] ?? key;
    case 'country':
      return key === 'zz' ? 'Any country' : nameCountry(key);
    case 'network':
      return names.get(key) ?? `Network ${key} (removed)`;
    case 'customer':
      return names.get(key) ?? `Customer ${key}`;
  }
}
