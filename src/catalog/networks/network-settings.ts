import { createHash } from 'node:crypto';
import { plainNumber } from '../../audit/audit-changes.types';
import { findDialect } from '../../common/dialects/dialects';
import {
  NETWORK_TARGETS,
  type PlaceTable,
  TemplateFieldError,
  type UpstreamRequest,
  UpstreamNetwork,
} from '../../common/dialects/upstream-network';
import { invalidFields } from '../../common/errors/domain-error';
import { toMicros } from '../../common/money/usd';
import type { NetworkDto, PreviewDraftDto, PreviewNetworkDto } from './network.dto';
import type { SupplyNetwork } from './network.entity';

const TARGETING_WORDS = {
  region: 'regions',
  city: 'cities',
  isp: 'internet providers',
  asn: 'AS numbers',
} as const;

/** What the credentials of a connection depend on. */
export type Account = Pick<
  SupplyNetwork,
  'dialect' | 'username' | 'usernameTemplate' | 'passwordTemplate' | 'countries'
> &
  Pick<SupplyNetwork, 'targetsRegion' | 'targetsCity' | 'targetsIsp' | 'targetsAsn'>;

export type Settings = Omit<SupplyNetwork, 'id' | 'passwordEncrypted' | 'createdAt' | 'updatedAt'>;

export const toAccount = (body: PreviewDraftDto | NetworkDto): Account => ({
  dialect: body.dialect,
  username: body.username,
  usernameTemplate: body.username_template ?? null,
  passwordTemplate: body.password_template ?? null,
  countries: body.countries === '*' ? null : body.countries,
  targetsRegion: body.targeting.region,
  targetsCity: body.targeting.city,
  targetsIsp: body.targeting.isp,
  targetsAsn: body.targeting.asn ?? false,
});

export function toSettings(body: NetworkDto): Settings {
  const { name, kind, protocol, host, port, weight, enabled, note = null } = body;
  const { precise_cost_factor: factor, minimum_balance_usd: balance } = body;
  return {
    ...toAccount(body),
    ...{ name, kind, protocol, host, port, weight, enabled, note },
    costUsdMicros: toMicros(body.cost_usd_per_gb),
    bytesPerGb: body.bytes_per_gb,
    preciseCostPercent: factor == null ? null : Math.round(factor * 100),
    dailyBudgetGb: body.daily_budget_gb ?? null,
    monthlyBudgetGb: body.monthly_budget_gb ?? null,
    concurrencyLimit: body.concurrency_limit ?? null,
    minimumBalanceUsdMicros: balance == null ? null : toMicros(balance),
    providerId: body.provider_id ?? null,
  };
}

export function assertUsable(settings: Settings): void {
  const dialect = findDialect(settings.dialect);
  if (dialect && !dialect.protocols.includes(settings.protocol))
    throw invalidFields({
      protocol: [`${dialect.name} is spoken to by ${dialect.protocols.join(' or ')}`],
    });
  const network = toUpstreamNetwork(settings, 'secret');
  const targeting = toTargeting(settings);
  for (const filter of NETWORK_TARGETS)
    if (targeting[filter] && !network.has(filter))
      throw invalidFields({
        [`targeting.${filter}`]: [`The templates have no word for ${TARGETING_WORDS[filter]}`],
      });
  if (!network.hasCountryWord && settings.countries?.length !== 1)
    throw invalidFields({
      countries: ['The templates have no word for countries: choose the one where it is'],
    });
}

const toTargeting = ({ targetsRegion, targetsCity, targetsIsp, targetsAsn }: Account) => ({
  ...{ region: targetsRegion, city: targetsCity, isp: targetsIsp, asn: targetsAsn },
});

export function toUpstreamNetwork(
  account: Account,
  password: string,
  places?: PlaceTable,
): UpstreamNetwork {
  const { username, usernameTemplate, passwordTemplate, countries } = account;
  const dialect = findDialect(account.dialect);
  if (!dialect) throw invalidFields({ dialect: ['Choose a dialect of the list'] });
  try {
    return new UpstreamNetwork(dialect, {
      ...{ username, usernameTemplate, passwordTemplate, countries, password, places },
      targeting: toTargeting(account),
    });
  } catch (error) {
    if (error instanceof TemplateFieldError)
      throw invalidFields({ [error.field]: [error.message] });
    throw error;
  }
}

/** Of proxy 0, which there is not. */
export function toUpstreamRequest(request: PreviewNetworkDto): UpstreamRequest {
  const { country = null, region = null, city = null, isp = null, session } = request;
  const ttlMinutes = request.ttl_minutes ?? (session === undefined ? -1 : 0);
  const token = createHash('sha256')
    .update([country, region, city, isp, session ?? ''].join('|'))
    .digest('hex')
    .slice(0, 16);
  return {
    ...{ country, region, city, isp, ttlMinutes },
    session: ttlMinutes < 0 ? null : { proxyId: 0, token },
  };
}

const plainOrNull = (value: number | bigint | null) =>
  value === null ? null : plainNumber(Number(value));

/** Without the password. */
export const toAudited = (settings: Settings) => ({
  name: settings.name,
  dialect: settings.dialect,
  kind: settings.kind,
  endpoint: `${settings.protocol}://${settings.host}:${settings.port}`,
  username: settings.username,
  usernameTemplate: settings.usernameTemplate,
  passwordTemplate: settings.passwordTemplate,
  countries: settings.countries?.join(' ') ?? '*',
  targeting: toTargeting(settings),
  costUsdMicros: plainNumber(Number(settings.costUsdMicros)),
  bytesPerGb: plainNumber(settings.bytesPerGb),
  preciseCostPercent: plainOrNull(settings.preciseCostPercent),
  dailyBudgetGb: plainOrNull(settings.dailyBudgetGb),
  monthlyBudgetGb: plainOrNull(settings.monthlyBudgetGb),
  concurrencyLimit: plainOrNull(settings.concurrencyLimit),
  minimumBalanceUsdMicros: plainOrNull(settings.minimumBalanceUsdMicros),
  providerId: plainOrNull(settings.providerId),
  weight: plainNumber(settings.weight),
  enabled: settings.enabled,
  note: settings.note,
});
