import type {
  adminGetSupplyHealth,
  adminListDialects,
  adminListNetworks,
} from '@/api/generated/admin-supply';
import { type UpdateNetworkDto, NetworkKind } from '@/api/generated/api.schemas';
import { toFilterOptions, typeFilter, type ListFilter } from '@/components/list-page/list-filters';
import { countryName } from '@/lib/country';
import { choiceField, pageField, textField } from '@/lib/list-search';
import { formatNumber } from '@/lib/number';

export type Network = Awaited<ReturnType<typeof adminListNetworks>>['data']['networks'][number];
export type NetworkHealth = Awaited<
  ReturnType<typeof adminGetSupplyHealth>
>['data']['networks'][number];
export type Dialect = Awaited<ReturnType<typeof adminListDialects>>['data']['dialects'][number];

const ALL = 'all';
const STATES = ['enabled', 'disabled'] as const;
export const KINDS = [NetworkKind.residential, NetworkKind.mobile];

export interface NetworkSearch {
  page: number;
  search: string;
  kind: NetworkKind | typeof ALL;
  state: (typeof STATES)[number] | typeof ALL;
}

export const networkSearch = {
  page: pageField,
  search: textField(),
  kind: choiceField<NetworkSearch['kind']>([ALL, ...KINDS], ALL),
  state: choiceField<NetworkSearch['state']>([ALL, ...STATES], ALL),
};

export const NETWORK_FILTERS: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'Status',
    options: toFilterOptions(STATES, 'All statuses'),
    allValue: ALL,
  },
  { ...typeFilter(KINDS, 'All types'), name: 'kind' },
];

/** Whether a search of the form `#12` is for this id; undefined for any other search. */
export const findsId = (search: string, id: number): boolean | undefined => {
  const wanted = /^\s*#(\d+)\s*$/.exec(search)?.[1];
  return wanted === undefined ? undefined : Number(wanted) === id;
};

/** The networks that match; a country finds those that serve it. */
export const findNetworks = (
  networks: readonly Network[],
  names: ReadonlyMap<string, string>,
  { search, kind, state }: NetworkSearch,
): Network[] => {
  const text = search.trim().toLowerCase();
  return networks.filter(
    (network) =>
      (kind === ALL || network.kind === kind) &&
      (state === ALL || network.enabled === (state === 'enabled')) &&
      (findsId(search, network.id) ??
        [network.name, names.get(network.dialect), network.host, ...listCountryNames(network)]
          .join(' ')
          .toLowerCase()
          .includes(text)),
  );
};

const listCountryNames = ({ countries }: Pick<Network, 'countries'>): string[] =>
  Array.isArray(countries) ? countries.map(countryName) : [];

const SHOWN = 3;

/** Nigeria, Ghana, Kenya and 4 more. */
export function describeCountries(network: Pick<Network, 'countries'>): string {
  if (!Array.isArray(network.countries)) return 'Every country';
  const names = listCountryNames(network);
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${formatNumber(more)} more` : ''}`;
}

export const TARGETS = ['region', 'city', 'isp', 'asn'] as const;
export const TARGET_WORDS = {
  ...{ region: 'region', city: 'city', isp: 'ISP', asn: 'AS number' },
} as const;

/** What customers can choose within a country. */
export function describeTargeting({ targeting }: Pick<Network, 'targeting'>): string {
  const words = TARGETS.filter((name) => targeting[name]).map((name) => TARGET_WORDS[name]);
  return words.length > 0 ? `With ${words.join(', ')}` : 'Country only';
}

/** Host and port. */
export const endpointOf = ({ host, port }: Network): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** What customers are sold as a gigabyte. */
const SOLD_GB = 1_073_741_824;

/** What a gigabyte that a customer buys costs the shop, in US dollars. */
export const costOfSoldGb = (costPerGb: number, bytesPerGb: number): number =>
  (costPerGb * SOLD_GB) / bytesPerGb;

/** Its settings as a change that keeps the password. Only for admins, who see all of them. */
export const toChange = (network: Network): UpdateNetworkDto => ({
  name: network.name,
  dialect: network.dialect,
  kind: network.kind,
  protocol: network.protocol,
  host: network.host,
  port: network.port,
  username: network.username ?? '',
  username_template: network.username_template,
  password_template: network.password_template,
  countries: network.countries,
  targeting: network.targeting,
  cost_usd_per_gb: network.cost_usd_per_gb ?? 0,
  bytes_per_gb: network.bytes_per_gb as UpdateNetworkDto['bytes_per_gb'],
  precise_cost_factor: network.precise_cost_factor,
  daily_budget_gb: network.daily_budget_gb,
  monthly_budget_gb: network.monthly_budget_gb,
  concurrency_limit: network.concurrency_limit,
  minimum_balance_usd: network.minimum_balance_usd,
  provider_id: network.provider_id,
  weight: network.weight,
  enabled: network.enabled,
  note: network.note,
});

/** Countries of a network that no other enabled one of its kind serves. Null when it serves every country. */
export function findOnlyHere(network: Network, others: readonly Network[]): string[] | null {
  const rivals = others.filter(
    ({ id, kind, enabled }) => enabled && id !== network.id && kind === network.kind,
  );
  if (!Array.isArray(network.countries)) return rivals.length > 0 ? null : [];
  return network.countries.filter(
    (code) =>
      !rivals.some(({ countries }) => !Array.isArray(countries) || countries.includes(code)),
  );
}
