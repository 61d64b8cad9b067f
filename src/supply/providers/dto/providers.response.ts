import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { toDollars } from '../../../common/money/usd';
import { maskSecret } from '../../../common/security/secret-mask';
import { PROVIDER_RULES } from '../provider-kinds';
import type { SyncResult } from '../provider-stock.service';
import {
  type ListedProvider,
  type Offer,
  PROVIDER_KINDS,
  type ProviderKind,
} from '../providers.types';

export class ProviderKindResponse {
  @ApiProperty({ enum: PROVIDER_KINDS, enumName: 'ProviderKind' })
  kind: ProviderKind;
  /** @example Proxy-Seller */
  name: string;
  /** Of its API. */
  base_url: string;
  /** What to enter as the key. */
  key_label: string;
  /** Whether addresses can be bought and prolonged. */
  buys: boolean;
  /** Whether its addresses can be listed and replaced. */
  lists: boolean;
}

export class ProviderKindsData {
  kinds: ProviderKindResponse[];
}

export class SupplyProviderResponse {
  id: number;
  name: string;
  @ApiProperty({ enum: PROVIDER_KINDS, enumName: 'ProviderKind' })
  kind: ProviderKind;
  base_url: string;
  /** Bullets. */
  api_key: string;
  enabled: boolean;
  /** US dollars a calendar month (UTC); null: no limit. */
  monthly_budget_usd: number | null;
  /** US dollars bought, or on the way, this month. */
  spent_usd: number;
  buys_automatically: boolean;
  /** US dollars that automatic purchases may cost in a day (UTC); null: no limit but the budget. */
  daily_automatic_usd: number | null;
  /** US dollars bought automatically today, or on the way. */
  automatic_today_usd: number;
  automatic_period: string;
  /** Country code → free units to keep. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  minimum_stock: Record<string, number>;
  note: string | null;
  /** US dollars that the provider says are left; null: not told yet. */
  balance_usd: number | null;
  /** Paid traffic that is left, in gigabytes of the provider; null: it tells none. */
  left_gb: number | null;
  balance_at: Date | null;
  /** Why the last job for it failed; null: it did not. */
  last_error: string | null;
  /** Units of stock that were bought here. */
  units: number;
  created_at: Date;
  updated_at: Date;
}

export class SupplyProvidersData {
  providers: SupplyProviderResponse[];
}

export class SupplyProviderData {
  provider: SupplyProviderResponse;
}

export class OfferedPeriodResponse {
  /** @example 1m */
  id: string;
  name: string;
}

export class OffersData {
  /** Country codes in lower case. */
  countries: string[];
  periods: OfferedPeriodResponse[];
}

export class SyncData {
  /** Addresses that the account has. */
  listed: number;
  /** New in stock. */
  added: number;
  /** In stock, and not in the account any more; free ones are off sale now. */
  missing: number;
}

const toProvider = (provider: ListedProvider): SupplyProviderResponse => ({
  id: provider.id,
  name: provider.name,
  kind: provider.kind,
  base_url: provider.baseUrl,
  api_key: maskSecret('')!,
  enabled: provider.enabled,
  monthly_budget_usd:
    provider.monthlyBudgetMicros === null ? null : toDollars(provider.monthlyBudgetMicros),
  spent_usd: toDollars(provider.spentMicros),
  buys_automatically: provider.buysAutomatically,
  daily_automatic_usd:
    provider.dailyAutomaticMicros === null ? null : toDollars(provider.dailyAutomaticMicros),
  automatic_today_usd: toDollars(provider.automaticTodayMicros),
  automatic_period: provider.automaticPeriod,
  minimum_stock: { ...provider.minimumStock },
  note: provider.note,
  balance_usd: provider.balanceMicros === null ? null : toDollars(provider.balanceMicros),
  left_gb: provider.leftGb,
  balance_at: provider.balanceAt,
  last_error: provider.lastError,
  units: provider.units,
  created_at: provider.createdAt,
  updated_at: provider.updatedAt,
});

export const toProviders = (providers: ListedProvider[]): SupplyProvidersData => ({
  providers: providers.map(toProvider),
});

export const toOneProvider = (provider: ListedProvider, text?: string): SupplyProviderData =>
  withMessage({ provider: toProvider(provider) }, text);

export const toProviderKinds = (): ProviderKindsData => ({
  kinds: PROVIDER_KINDS.map((kind) => {
    const { name, baseUrl, keyLabel, buys, lists } = PROVIDER_RULES[kind];
    return { kind, name, base_url: baseUrl, key_label: keyLabel, buys, lists };
  }),
});

export const toOffers = ({ countries, periods }: Offer): OffersData => ({
  countries: [...countries],
  periods: periods.map(({ id, name }) => ({ id, name })),
});

export const toSync = ({ listed, added, missing }: SyncResult): SyncData =>
  withMessage(
    { listed, added, missing },
    `${listed} addresses are in the account: ${added} new in stock, ${missing} missing.`,
  );
