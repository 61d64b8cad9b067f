import {
  type CreateNetworkDto,
  NetworkKind,
  type DialectId,
  type PreviewDraftDto,
  type UpstreamProtocol,
} from '@/api/generated/api.schemas';
import type { Dialect, Network } from './networks';
import { noteOf } from './provider-notes';

/** The values of the form, named as the API names them. */
export interface NetworkDraft {
  dialect: DialectId;
  name: string;
  kind: NetworkKind;
  protocol: UpstreamProtocol;
  host: string;
  port: number | null;
  username: string;
  /** Empty: the stored one stays. */
  password: string;
  hasTemplates: boolean;
  username_template: string;
  password_template: string;
  everyCountry: boolean;
  countries: string[];
  region: boolean;
  city: boolean;
  isp: boolean;
  asn: boolean;
  cost_usd_per_gb: number | null;
  bytes_per_gb: number;
  precise_cost_factor: number | null;
  daily_budget_gb: number | null;
  monthly_budget_gb: number | null;
  concurrency_limit: number | null;
  minimum_balance_usd: number | null;
  provider_id: number | null;
  weight: number | null;
  enabled: boolean;
  note: string;
}

/** Fields of the API → inputs. */
export const ALIASES = {
  'targeting.region': 'region',
  'targeting.city': 'city',
  'targeting.isp': 'isp',
  'targeting.asn': 'asn',
};

/** The usual port for a protocol; null when the dashboard of the provider has to tell it. */
export const portFor = (dialect: Dialect, protocol: UpstreamProtocol): number | null =>
  dialect.ports[protocol] ?? null;

/** What a new network of a provider starts with. */
export function startDraft(dialect: Dialect): NetworkDraft {
  const [protocol = 'http'] = dialect.protocols;
  const { bytesPerGb = 1_000_000_000, preciseFactor = null } = noteOf(dialect.id);
  return {
    dialect: dialect.id,
    name: dialect.id === 'custom' ? '' : `${dialect.name} residential`,
    kind: NetworkKind.residential,
    protocol,
    host: dialect.host ?? '',
    port: portFor(dialect, protocol),
    username: '',
    password: '',
    hasTemplates: dialect.username_template === '',
    username_template: dialect.username_template,
    password_template: dialect.password_template,
    everyCountry: true,
    countries: [],
    region: false,
    city: false,
    isp: false,
    asn: false,
    cost_usd_per_gb: null,
    bytes_per_gb: bytesPerGb,
    precise_cost_factor: preciseFactor,
    daily_budget_gb: null,
    monthly_budget_gb: null,
    concurrency_limit: null,
    minimum_balance_usd: null,
    provider_id: null,
    weight: 1,
    enabled: true,
    note: '',
  };
}

/** The stored network as values of the form. */
export const toDraft = (network: Network, dialect: Dialect): NetworkDraft => ({
  dialect: network.dialect,
  name: network.name,
  kind: network.kind,
  protocol: network.protocol,
  host: network.host,
  port: network.port,
  username: network.username ?? '',
  password: '',
  hasTemplates: network.username_template !== null || network.password_template !== null,
  username_template: network.username_template ?? dialect.username_template,
  password_template: network.password_template ?? dialect.password_template,
  everyCountry: !Array.isArray(network.countries),
  countries: Array.isArray(network.countries) ? network.countries : [],
  ...network.targeting,
  cost_usd_per_gb: network.cost_usd_per_gb,
  bytes_per_gb: network.bytes_per_gb,
  precise_cost_factor: network.precise_cost_factor,
  daily_budget_gb: network.daily_budget_gb,
  monthly_budget_gb: network.monthly_budget_gb,
  concurrency_limit: network.concurrency_limit,
  minimum_balance_usd: network.minimum_balance_usd,
  provider_id: network.provider_id,
  weight: network.weight,
  enabled: network.enabled,
  note: network.note ?? '',
});

type Account = Pick<
  PreviewDraftDto,
  'dialect' | 'username' | 'username_template' | 'password_template' | 'countries' | 'targeting'
>;

/** Templates that are those of the provider are not sent as own ones. */
export function toAccount(draft: NetworkDraft, dialect: Dialect): Account {
  const own = (text: string, usual: string) =>
    draft.hasTemplates && text !== usual && text !== '' ? text : null;
  return {
    dialect: draft.dialect,
    username: draft.username.trim(),
    username_template: own(draft.username_template, dialect.username_template),
    password_template: own(draft.password_template, dialect.password_template),
    countries: draft.everyCountry ? '*' : draft.countries,
    targeting: { region: draft.region, city: draft.city, isp: draft.isp, asn: draft.asn },
  };
}

/** The body of the API but for the password. Only for a draft that the rules of the form accept. */
export const toBody = (
  draft: NetworkDraft,
  dialect: Dialect,
): Omit<CreateNetworkDto, 'password'> => ({
  ...toAccount(draft, dialect),
  name: draft.name.trim(),
  kind: draft.kind,
  protocol: draft.protocol,
  host: draft.host.trim(),
  port: draft.port ?? 0,
  cost_usd_per_gb: draft.cost_usd_per_gb ?? 0,
  bytes_per_gb: draft.bytes_per_gb as CreateNetworkDto['bytes_per_gb'],
  precise_cost_factor: draft.precise_cost_factor,
  daily_budget_gb: draft.daily_budget_gb,
  monthly_budget_gb: draft.monthly_budget_gb,
  concurrency_limit: draft.concurrency_limit,
  minimum_balance_usd: draft.minimum_balance_usd,
  provider_id: draft.provider_id ?? null,
  weight: draft.weight ?? 1,
  enabled: draft.enabled,
  note: draft.note.trim() || null,
});
