import { POOL_KINDS } from '../catalog.types';
import type { PriceList, PriceOverride, PriceTag } from '../prices/price-list.types';

type Problems = Record<string, string[]>;

/** What contradicts itself in a list whose fields are valid one by one: sentences by path, such as `groups.0.name`. */
export function findContradictions(list: PriceList): Problems {
  const problems: Problems = {};
  const say = (path: string, text: string) => (problems[path] ??= []).push(text);
  for (const kind of POOL_KINDS) {
    const { packages } = list[kind];
    sayRepeated(packages, 'gigabytes', `${kind}.packages`, 'Two packages have the same size', say);
    packages.forEach((offer, index) =>
      checkOffer(list, offer, `${kind}.packages.${index}`, 'package', say),
    );
  }
  const { periods, tiers } = list.datacenter;
  sayRepeated(
    periods,
    'duration_minutes',
    'datacenter.periods',
    'Two prices have the same period',
    say,
  );
  periods.forEach((period, index) =>
    checkOffer(list, period, `datacenter.periods.${index}`, 'period', say),
  );
  sayRepeated(tiers, 'from', 'datacenter.tiers', 'Two tiers begin at the same quantity', say);
  sayRepeated(list.groups, 'name', 'groups', 'Two groups have the same name', say);
  list.customers.forEach((rate, index) => {
    const isRepeated = list.customers
      .slice(0, index)
      .some((other) => other.user_id === rate.user_id && other.product === rate.product);
    if (isRepeated) say(`customers.${index}.user_id`, 'The customer has this rate already');
  });
  return problems;
}

type Say = (path: string, text: string) => void;

function sayRepeated<K extends string>(
  items: readonly Record<K, unknown>[],
  field: K,
  path: string,
  text: string,
  say: Say,
): void {
  const seen = new Set<unknown>();
  items.forEach((item, index) => {
    if (seen.has(item[field])) say(`${path}.${index}.${field}`, text);
    seen.add(item[field]);
  });
}

function checkOffer(
  list: PriceList,
  offer: PriceTag & { readonly overrides: readonly PriceOverride[] },
  path: string,
  what: string,
  say: Say,
): void {
  checkTag(offer, path, say);
  const places = new Set<string>();
  offer.overrides.forEach((override, index) => {
    const at = `${path}.overrides.${index}`;
    checkTag(override, at, say);
    const { country, group } = override;
    if ((country === undefined) === (group === undefined))
      say(`${at}.country`, 'Choose a country or a group');
    if (group !== undefined && !list.groups.some(({ name }) => name === group))
      say(`${at}.group`, `There is no group ${group}`);
    const place = country ?? `group ${group}`;
    if (places.has(place)) say(`${at}.country`, `The ${what} has another price there already`);
    places.add(place);
  });
}

const checkTag = ({ usd, naira }: PriceTag, path: string, say: Say): void => {
  if ((usd === undefined) === (naira === undefined))
    say(`${path}.usd`, 'Give a price in US dollars or in naira');
};
