import type { Money } from '../../common/money/money';

export const PROFIT_GROUPS = ['day', 'kind', 'country', 'network', 'customer'] as const;
export type ProfitGroup = (typeof PROFIT_GROUPS)[number];

export const MAX_PROFIT_DAYS = 366;

/** Customers beyond the first hundred, in one row. */
export const OTHERS = 'others';

/** Days of the shop's zone, `YYYY-MM-DD`, both included. */
export interface ProfitPeriod {
  readonly from: string;
  readonly to: string;
}

/** Instants of a period; `until` is exclusive. */
export interface ProfitSpan {
  readonly from: Date;
  readonly until: Date;
}

/** What belongs to one key of a group. A null key is what cannot be assigned to one. */
export interface ProfitFigures {
  readonly key: string | null;
  readonly revenueKobo: bigint;
  readonly refundsKobo: bigint;
  /** What customers came to owe, less what they repaid; negative when more was repaid. */
  readonly chargebacksKobo: bigint;
  /** As the providers count them. */
  readonly bytes: bigint;
  /** As customers are charged; null where only the providers' bytes are known. */
  readonly billedBytes: bigint | null;
  /** Trillionths of a US dollar. */
  readonly costPicos: bigint;
}

/** What a network carried of one kind of proxy. */
export interface NetworkFigures {
  readonly networkId: number;
  readonly kind: string;
  readonly bytes: bigint;
  readonly costPicos: bigint;
}

/** Addresses that were bought at a provider, or the prolongation of one. */
export interface StockPurchase {
  readonly country: string;
  /** Millionths of a US dollar. */
  readonly micros: bigint;
  /** As the provider names it, such as `3m`. */
  readonly period: string;
  /** When the paid time begins. */
  readonly startsAt: Date;
}

export interface ProfitAmounts {
  readonly revenue: Money;
  readonly refunds: Money;
  readonly chargebacks: Money;
  readonly net: Money;
  readonly cost: Money;
  readonly margin: Money;
  readonly bytes: bigint;
  readonly billedBytes: bigint | null;
}

export interface ProfitRow extends ProfitAmounts {
  readonly key: string | null;
  readonly label: string;
}

export interface ProfitReport {
  readonly period: ProfitPeriod;
  readonly group: ProfitGroup;
  readonly rows: readonly ProfitRow[];
  readonly totals: ProfitAmounts;
  /** Naira for a US dollar that all costs are converted with. */
  readonly exchangeRate: number;
  /** Bought addresses in stock without a known price. */
  readonly unpricedUnits: number;
}
