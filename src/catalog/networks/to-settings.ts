import { toMicros } from '../../common/money/usd';
import type { NetworkDto, PreviewDraftDto, PreviewNetworkDto } from './networks.dto';
import type { NetworkSettings, PreviewRequest, RenderedSettings } from './supply-network.types';

export function toSettings(body: NetworkDto): NetworkSettings {
  const { region, city, isp } = body.targeting;
  const factor = body.precise_cost_factor ?? null;
  return {
    name: body.name,
    dialect: body.dialect,
    kind: body.kind,
    protocol: body.protocol,
    host: body.host,
    port: body.port,
    username: body.username,
    usernameTemplate: body.username_template ?? null,
    passwordTemplate: body.password_template ?? null,
    countries: body.countries === '*' ? null : body.countries,
    targeting: { region, city, isp },
    costUsdMicros: toMicros(body.cost_usd_per_gb),
    bytesPerGb: body.bytes_per_gb,
    preciseCostPercent: factor === null ? null : Math.round(factor * 100),
    dailyBudgetGb: body.daily_budget_gb ?? null,
    monthlyBudgetGb: body.monthly_budget_gb ?? null,
    concurrencyLimit: body.concurrency_limit ?? null,
    minimumBalanceUsdMicros:
      body.minimum_balance_usd == null ? null : toMicros(body.minimum_balance_usd),
    providerId: body.provider_id ?? null,
    weight: body.weight,
    enabled: body.enabled,
    note: body.note ?? null,
  };
}

export function toDraft(body: PreviewDraftDto): RenderedSettings {
  const { region, city, isp } = body.targeting;
  return {
    dialect: body.dialect,
    username: body.username,
    usernameTemplate: body.username_template ?? null,
    passwordTemplate: body.password_template ?? null,
    countries: body.countries === '*' ? null : body.countries,
    targeting: { region, city, isp },
  };
}

export const toPreviewRequest = (body: PreviewNetworkDto): PreviewRequest => ({
  country: body.country,
  region: body.region,
  city: body.city,
  isp: body.isp,
  session: body.session,
  ttlMinutes: body.ttl_minutes,
});
