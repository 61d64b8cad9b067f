import type { NetworkDto } from './dto/network.dto';
import type { PreviewNetworkDto } from './dto/preview-network.dto';
import type { NetworkSettings, PreviewRequest } from './supply-network.types';

const MICROS = 1_000_000;

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
    costUsdMicros: BigInt(Math.round(body.cost_usd_per_gb * MICROS)),
    bytesPerGb: body.bytes_per_gb,
    preciseCostPercent: factor === null ? null : Math.round(factor * 100),
    dailyBudgetGb: body.daily_budget_gb ?? null,
    weight: body.weight,
    enabled: body.enabled,
    note: body.note ?? null,
  };
}

export const toPreviewRequest = ({ ttl_minutes, ...body }: PreviewNetworkDto): PreviewRequest => ({
  ...body,
  ttlMinutes: ttl_minutes,
});
