import { POOL_KINDS, RANDOM_LOCATION, type Product } from '../catalog.types';
import type {
  PriceListDto,
  PriceOverrideDto,
  PriceTagDto,
  CustomerRateDto,
  PeriodPriceDto,
  TrafficPackageDto,
  PriceChangeResponse,
} from './price-list.dto';
import { nameCountry } from '../../common/country';

type Problems = Record<string, string[]>;

/** What contradicts itself in a list whose fields are valid one by one: sentences by path, such as `groups.0.name`. */
export function findContradictions(list: PriceListDto): Problems {
  const problems: Problems = {};
  const add = (path: string, text: string) => (problems[path] ??= []).push(text);
  for (const kind of POOL_KINDS) {
    const { packages } = list[kind];
    addRepeated(packages, 'gigabytes', `${kind}.packages`, 'Two packages have the same size', add);
    packages.forEach((offer, index) =>
      checkOffer(list, offer, `${kind}.packages.${index}`, 'package', add),
    );
  }
  const { periods, tiers } = list.datacenter;
  addRepeated(
    periods,
    'duration_minutes',
    'datacenter.periods',
    'Two prices have the same period',
    add,
  );
  periods.forEach((period, index) =>
    checkOffer(list, period, `datacenter.periods.${index}`, 'period', add),
  );
  addRepeated(tiers, 'from', 'datacenter.tiers', 'Two tiers begin at the same quantity', add);
  addRepeated(list.groups, 'name', 'groups', 'Two groups have the same name', add);
  list.customers.forEach((rate, index) => {
    const isRepeated = list.customers
      .slice(0, index)
      .some((other) => other.user_id === rate.user_id && other.product === rate.product);
    if (isRepeated) add(`customers.${index}.user_id`, 'The customer has this rate already');
  });
  return problems;
}

type AddProblem = (path: string, text: string) => void;

function addRepeated<K extends string>(
  items: readonly Record<K, unknown>[],
  field: K,
  path: string,
  text: string,
  add: AddProblem,
): void {
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    if (seen.has(item[field])) add(`${path}.${index}.${field}`, text);
    seen.add(item[field]);
  });
}

function checkOffer(
  list: PriceListDto,
  offer: PriceTagDto & { readonly overrides: readonly PriceOverrideDto[] },
  path: string,
  what: string,
  add: AddProblem,
): void {
  checkTag(offer, path, add);
  const places = new Set<string>();
  offer.overrides.forEach((override, index) => {
    const at = `${path}.overrides.${index}`;
    checkTag(override, at, add);
    const { country, group } = override;
    if ((country === undefined) === (group === undefined))
      add(`${at}.country`, 'Choose a country or a group');
    if (group !== undefined && !list.groups.some(({ name }) => name === group))
      add(`${at}.group`, `There is no group ${group}`);
    const place = country ?? `group ${group}`;
    if (places.has(place)) add(`${at}.country`, `The ${what} has another price there already`);
    places.add(place);
  });
}

const checkTag = ({ usd, naira }: PriceTagDto, path: string, add: AddProblem): void => {
  if ((usd === undefined) === (naira === undefined))
    add(`${path}.usd`, 'Give a price in US dollars or in naira');
};

const MINUTES_PER_DAY = 24 * 60;
export const PRODUCT_NAMES: Record<Product, string> = {
  residential: 'Residential',
  mobile: 'Mobile',
  datacenter: 'Datacenter',
};

/** The package or period, with the place where it has another price. */
export function nameOffer(
  product: Product,
  size: { gigabytes: number | null; duration_minutes: number | null },
  { country, group }: { country?: string | null; group?: string | null },
): string {
  const what =
    size.gigabytes === null
      ? `${(size.duration_minutes ?? 0) / MINUTES_PER_DAY} days`
      : `${size.gigabytes} GB`;
  const place = country && country !== RANDOM_LOCATION ? nameCountry(country) : group;
  return `${PRODUCT_NAMES[product]} ${what}${place ? ` in ${place}` : ''}`;
}

/** Every line of both lists that differs, in the order of the newer one, then what is gone. */
export function compareLists(
  before: PriceListDto,
  after: PriceListDto,
  areCostsShown: boolean,
): PriceChangeResponse[] {
  const [old, fresh] = [before, after].map((list) => describeList(list, areCostsShown)) as [
    Map<string, string>,
    Map<string, string>,
  ];
  return [...new Set([...fresh.keys(), ...old.keys()])]
    .map((what) => ({ what, before: old.get(what) ?? null, after: fresh.get(what) ?? null }))
    .filter((change) => change.before !== change.after);
}

/** A sentence for each thing of the list, by its name. */
function describeList(list: PriceListDto, areCostsShown: boolean): Map<string, string> {
  const lines = new Map<string, string>();
  const describeAddress = (price: Sale & { cost_usd?: number }) =>
    describeTag(price) +
    (areCostsShown && price.cost_usd !== undefined ? `, cost $${price.cost_usd}` : '');
  for (const product of ['residential', 'mobile'] as const) {
    const { packages, surcharge_percent: percent } = list[product];
    packages.forEach((offer) => describeOffer(lines, product, offer, describeTag));
    lines.set(
      `${PRODUCT_NAMES[product]}: order`,
      packages.map(({ gigabytes }) => `${gigabytes} GB`).join(', '),
    );
    lines.set(
      `${PRODUCT_NAMES[product]}: surcharges`,
      `region ${percent.region} %, city ${percent.city} %, ISP ${percent.isp} %`,
    );
  }
  list.datacenter.periods.forEach((period) =>
    describeOffer(lines, 'datacenter', period, describeAddress),
  );
  list.datacenter.tiers.forEach(({ from, percent_off: percent }) =>
    lines.set(`Datacenter from ${from} addresses`, `${percent} % off`),
  );
  list.groups.forEach(({ name, countries }) =>
    lines.set(`Group ${name}`, countries.map(nameCountry).join(', ')),
  );
  list.customers.forEach((rate) => lines.set(nameRate(rate), describeRate(rate)));
  return lines;
}

type Sale = PriceTagDto & { readonly on_sale: boolean; readonly validity_days?: number };

function describeOffer(
  lines: Map<string, string>,
  product: Product,
  offer: TrafficPackageDto | PeriodPriceDto,
  describe: (price: Sale) => string,
): void {
  const size = {
    gigabytes: 'gigabytes' in offer ? offer.gigabytes : null,
    duration_minutes: 'duration_minutes' in offer ? offer.duration_minutes : null,
  };
  lines.set(nameOffer(product, size, {}), describe(offer));
  offer.overrides.forEach((override) =>
    lines.set(nameOffer(product, size, override), describe(override)),
  );
}

const describeTag = ({ usd, naira, on_sale: isOnSale, validity_days: days }: Sale): string =>
  [
    naira === undefined ? `$${usd}` : `₦${naira.toLocaleString('en-NG')}`,
    ...(days === undefined ? [] : [`${days} days`]),
    ...(isOnSale ? [] : ['not on sale']),
  ].join(', ');

const nameRate = ({ user_id: id, product }: CustomerRateDto): string =>
  `Customer ${id}, ${product === null ? 'every product' : PRODUCT_NAMES[product].toLowerCase()}`;

const describeRate = ({ percent_off: percent, note }: CustomerRateDto): string =>
  `${percent} % off${note ? ` (${note})` : ''}`;
