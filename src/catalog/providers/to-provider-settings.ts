import { toMicros } from '../../common/money/usd';
import type { ProviderDto } from './providers.dto';
import { PROVIDER_RULES } from './provider-kinds';
import type { ProviderSettings } from './providers.types';

/** Longer than the 30 days that a unit is sold for at least. */
const DEFAULT_PERIOD = '3m';

export function toProviderSettings(body: ProviderDto): ProviderSettings {
  const budget = body.monthly_budget_usd ?? null;
  return {
    name: body.name,
    kind: body.kind,
    baseUrl: (body.base_url ?? PROVIDER_RULES[body.kind].baseUrl).replace(/\/+$/, ''),
    enabled: body.enabled,
    monthlyBudgetMicros: budget === null ? null : toMicros(budget),
    buysAutomatically: body.buys_automatically,
    dailyAutomaticMicros:
      body.daily_automatic_usd == null ? null : toMicros(body.daily_automatic_usd),
    automaticPeriod: body.automatic_period ?? DEFAULT_PERIOD,
    minimumStock: body.minimum_stock,
    note: body.note ?? null,
  };
}
