import { withMessage } from '../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { toDollars } from '../../common/money/usd';
import { maskSecret } from '../../common/crypto/secrets';
import {
  PROVIDER_RULES,
  type ListedProvider,
  type Offer,
  PROVIDER_KINDS,
  type ProviderKind,
} from './providers.types';
import type { SyncResult } from './provider-stock.service';
import { type Paged, toPagination, PaginationResponse } from '../../common/http/pagination.dto';
import {
  type ListedPurchase,
  PURCHASE_KINDS,
  PURCHASE_STATUSES,
  type PurchaseKind,
  type PurchaseStatus,
} from '../purchases/purchase.entity';

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

export class SupplyQuoteData {
  /** US dollars. @example 25 */
  total_usd: number;
}

export class SupplyPurchaseResponse {
  id: number;
  provider_id: number;
  @ApiProperty({ enum: PURCHASE_KINDS, enumName: 'SupplyPurchaseKind' })
  kind: PurchaseKind;
  @ApiProperty({
    enum: PURCHASE_STATUSES,
    enumName: 'SupplyPurchaseStatus',
    description:
      '`open`, `sent`: in progress. `ordered`: the provider has taken the order, addresses are still missing. `unknown`: the provider did not answer; its list is being watched. `delivered`: everything is in stock. `failed`: nothing was bought. `not_bought`: staff decided so.',
  })
  status: PurchaseStatus;
  /** @example us */
  country: string;
  quantity: number;
  period: string;
  /** The unit that is prolonged. */
  unit_id: number | null;
  address: string | null;
  /** US dollars, as quoted. */
  expected_total_usd: number;
  /** US dollars, as the provider charged them; null: not told. */
  total_usd: number | null;
  /** Id of the order at the provider. */
  order_ref: string | null;
  /** Addresses that are in stock. */
  delivered: number;
  /** What went wrong. */
  error: string | null;
  /** Null: automatic. */
  requested_by: string | null;
  sent_at: Date | null;
  /** When the account's list was last read for it. */
  listed_at: Date | null;
  finished_at: Date | null;
  created_at: Date;
  /** Whether staff may decide that nothing was bought. */
  decidable: boolean;
}

export class OneSupplyPurchaseData {
  purchase: SupplyPurchaseResponse;
}

export class SupplyPurchasesData {
  /** The newest first. */
  purchases: SupplyPurchaseResponse[];
  pagination: PaginationResponse;
}

const MESSAGES: Readonly<Record<PurchaseStatus, string>> = {
  open: 'The purchase is in progress.',
  sent: 'The purchase is in progress.',
  ordered: 'The order is placed. Its addresses come into stock as the provider lists them.',
  unknown:
    'The provider did not answer. Its list is being watched; nothing is bought again before the outcome is known.',
  delivered: 'Bought, and in stock.',
  failed: 'The provider refused. Nothing was bought.',
  not_bought: 'The purchase counts as not made.',
};

const toPurchase = (purchase: ListedPurchase): SupplyPurchaseResponse => ({
  id: purchase.id,
  provider_id: purchase.providerId,
  kind: purchase.kind,
  status: purchase.status,
  country: purchase.country,
  quantity: purchase.quantity,
  period: purchase.period,
  unit_id: purchase.unitId,
  address: purchase.address,
  expected_total_usd: toDollars(purchase.expectedMicros),
  total_usd: purchase.totalMicros === null ? null : toDollars(purchase.totalMicros),
  order_ref: purchase.orderRef,
  delivered: purchase.delivered,
  error: purchase.error,
  requested_by: purchase.requestedBy,
  sent_at: purchase.sentAt,
  listed_at: purchase.listedAt,
  finished_at: purchase.finishedAt,
  created_at: purchase.createdAt,
  decidable: purchase.isDecidable,
});

export const toQuote = (micros: bigint): SupplyQuoteData => ({ total_usd: toDollars(micros) });

export const toOnePurchase = (purchase: ListedPurchase): OneSupplyPurchaseData =>
  withMessage({ purchase: toPurchase(purchase) }, MESSAGES[purchase.status]);

export const toPurchases = (page: Paged<ListedPurchase>): SupplyPurchasesData => ({
  purchases: page.rows.map(toPurchase),
  pagination: toPagination(page),
});
