import { Money } from '../../common/money/money';
import { dayOf, startOfDay } from '../../common/time/calendar';
import { DAY } from '../../common/time/clock';
import type { Span } from '../../common/time/period';
import type { ProfitGroup } from './profit.dto';

/** Customers beyond the first hundred, in one row. */
export const OTHERS = 'others';
/** The longest time that a purchase is spread over, in days. */
export const MAX_PURCHASE_DAYS = 2 * 365;

const PICOS_PER_DOLLAR = 10n ** 12n;
const PICOS_PER_MICRO = 1_000_000n;
const DAYS_OF_UNIT: Record<string, number> = { d: 1, w: 7, m: 30, y: 365 };

/**
 * Kobo, bytes, and trillionths of a US dollar. `chargebacks` is what customers came to owe, less what they repaid, and
 * negative when more was repaid; `bytes` are as the providers count them, `billedBytes` as customers are charged.
 */
export const FIGURES = [
  ...(['revenueKobo', 'refundsKobo', 'chargebacksKobo', 'feesKobo', 'bonusesKobo'] as const),
  ...(['goodwillKobo', 'costPicos', 'bytes', 'billedBytes'] as const),
] as const;
export type FigureName = (typeof FIGURES)[number];
/** Known of every group. */
const SUMMED = FIGURES.filter((name) => name !== 'billedBytes');

/** What belongs to one key of a group. A null key is what cannot be assigned to one. */
export interface ProfitFigures extends Readonly<Record<(typeof SUMMED)[number], bigint>> {
  readonly key: string | null;
  /** Null where only the providers' bytes are known. */
  readonly billedBytes: bigint | null;
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

export interface StockCost {
  readonly day: string;
  readonly country: string;
  readonly picos: bigint;
}

export interface ProfitAmounts {
  readonly revenue: Money;
  readonly refunds: Money;
  readonly chargebacks: Money;
  readonly net: Money;
  readonly cost: Money;
  readonly margin: Money;
  /** Of the payment provider. */
  readonly fees: Money;
  /** Coupons and rewards for invitations. */
  readonly bonuses: Money;
  readonly goodwill: Money;
  readonly profit: Money;
  readonly bytes: bigint;
  readonly billedBytes: bigint | null;
}

export interface ProfitRow extends ProfitAmounts {
  readonly key: string | null;
}

const mapFigures = (value: (name: (typeof SUMMED)[number]) => bigint) =>
  Object.fromEntries(SUMMED.map((name) => [name, value(name)])) as Record<
    (typeof SUMMED)[number],
    bigint
  >;

const NO_FIGURES: ProfitFigures = { key: null, ...mapFigures(() => 0n), billedBytes: 0n };

export const toCostFigures = (key: string | null, costPicos: bigint): ProfitFigures => ({
  ...NO_FIGURES,
  ...{ key, costPicos },
});

/** One row per key. Costs are rounded along the running sum, so that the rows add up to the total of every group. */
export function toProfitRows(
  group: ProfitGroup,
  figures: readonly ProfitFigures[],
  exchangeRate: number,
): ProfitRow[] {
  let picos = 0n;
  return sortRows(group, mergeByKey(figures)).map((row) => {
    const before = toKobo(picos, exchangeRate);
    picos += row.costPicos;
    return { key: row.key, ...toAmounts(row, toKobo(picos, exchangeRate) - before) };
  });
}

export function toTotals(figures: readonly ProfitFigures[], exchangeRate: number): ProfitAmounts {
  const total = figures.reduce(add, NO_FIGURES);
  return toAmounts(total, toKobo(total.costPicos, exchangeRate));
}

/**
 * A sale is of a kind of proxy, not of a network. So each network gets the part of its kind's sales that it carried of the
 * kind's traffic; what the shop's own exits carried, and what no traffic belongs to, stays in the row without a key.
 */
export function allocateToNetworks(
  kinds: readonly ProfitFigures[],
  networks: readonly NetworkFigures[],
): ProfitFigures[] {
  const shares = kinds.flatMap((kind) => {
    const carriers = networks.filter((network) => network.kind === kind.key);
    const weights = carriers.map(({ bytes }) => bytes);
    const carried = sum(weights);
    const billed = kind.billedBytes ?? 0n;
    const whole = carried > billed ? carried : billed;
    const revenues = splitProportionally(kind.revenueKobo, weights, whole);
    const refunds = splitProportionally(kind.refundsKobo, weights, whole);
    return carriers.map(({ networkId, bytes, costPicos }, index): ProfitFigures => ({
      ...NO_FIGURES,
      ...{ key: String(networkId), revenueKobo: revenues[index]!, refundsKobo: refunds[index]! },
      ...{ bytes, billedBytes: null, costPicos },
    }));
  });
  const rest = mapFigures(
    (name) => sum(kinds.map((kind) => kind[name])) - sum(shares.map((share) => share[name])),
  );
  return [...shares, { key: null, ...rest, billedBytes: null }];
}

/**
 * Shares of an amount in proportion to weights, which add up to exactly what the weights' share of the whole is: each is
 * the difference of two rounded running sums.
 * @param whole at least the sum of the weights; the rest of the amount belongs to nobody here.
 */
export function splitProportionally(
  amount: bigint,
  weights: readonly bigint[],
  whole: bigint,
): bigint[] {
  if (whole === 0n) return weights.map(() => 0n);
  let total = 0n;
  let given = 0n;
  return weights.map((weight) => {
    total += weight;
    const share = (amount * total) / whole - given;
    given += share;
    return share;
  });
}

/** @param period as providers name it, such as `1m`. @returns 1 for a name that is not understood: all is due at once. */
export function toPurchaseDays(period: string): number {
  const [, count, unit] = /^(\d{1,3})([dwmy])$/.exec(period) ?? [];
  if (count === undefined || unit === undefined) return 1;
  return Math.min(MAX_PURCHASE_DAYS, Math.max(1, Number(count) * DAYS_OF_UNIT[unit]!));
}

/** The part of a purchase's price that falls on each day of the span. */
export function spreadPurchase(purchase: StockPurchase, { from, until }: Span): StockCost[] {
  const first = startOfDay(dayOf(purchase.startsAt)).getTime();
  const days = toPurchaseDays(purchase.period);
  const parts = splitProportionally(
    purchase.micros * PICOS_PER_MICRO,
    Array<bigint>(days).fill(1n),
    BigInt(days),
  );
  return parts.flatMap((picos, index) => {
    const at = new Date(first + index * DAY);
    if (at < from || at >= until) return [];
    return [{ day: dayOf(at), country: purchase.country, picos }];
  });
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n);

/** @param exchangeRate naira for a dollar, two decimals at most. @returns kobo, half up. */
function toKobo(picos: bigint, exchangeRate: number): bigint {
  const koboPerDollar = BigInt(Math.round(exchangeRate * 100));
  return (picos * koboPerDollar + PICOS_PER_DOLLAR / 2n) / PICOS_PER_DOLLAR;
}

const add = (total: ProfitFigures, each: ProfitFigures): ProfitFigures => ({
  key: total.key,
  ...mapFigures((name) => total[name] + each[name]),
  billedBytes:
    total.billedBytes === null || each.billedBytes === null
      ? null
      : total.billedBytes + each.billedBytes,
});

function mergeByKey(figures: readonly ProfitFigures[]): ProfitFigures[] {
  const merged = new Map<string | null, ProfitFigures>();
  for (const each of figures) {
    const known = merged.get(each.key);
    merged.set(each.key, known ? add(known, each) : each);
  }
  return [...merged.values()].filter(hasFigures);
}

const hasFigures = (row: ProfitFigures): boolean => FIGURES.some((name) => Boolean(row[name]));

/** Days in order; else by revenue. What has no key of its own is last. */
function sortRows(group: ProfitGroup, rows: readonly ProfitFigures[]): ProfitFigures[] {
  const rank = ({ key }: ProfitFigures): number => (key === null ? 2 : key === OTHERS ? 1 : 0);
  const compare = (a: ProfitFigures, b: ProfitFigures): number =>
    group === 'day' || a.revenueKobo === b.revenueKobo
      ? (a.key ?? '').localeCompare(b.key ?? '')
      : a.revenueKobo < b.revenueKobo
        ? 1
        : -1;
  return rows.toSorted((a, b) => rank(a) - rank(b) || compare(a, b));
}

function toAmounts(figures: ProfitFigures, costKobo: bigint): ProfitAmounts {
  const { bytes, billedBytes } = figures;
  const [revenue, refunds, chargebacks] = [
    Money.kobo(figures.revenueKobo),
    Money.kobo(figures.refundsKobo),
    Money.kobo(figures.chargebacksKobo),
  ];
  const net = revenue.minus(refunds).minus(chargebacks);
  const cost = Money.kobo(costKobo);
  const margin = net.minus(cost);
  const [fees, bonuses, goodwill] = [
    Money.kobo(figures.feesKobo),
    Money.kobo(figures.bonusesKobo),
    Money.kobo(figures.goodwillKobo),
  ];
  const profit = margin.minus(fees).minus(bonuses).minus(goodwill);
  return {
    ...{ revenue, refunds, chargebacks, net, cost, margin, fees, bonuses, goodwill, profit },
    ...{ bytes, billedBytes },
  };
}
