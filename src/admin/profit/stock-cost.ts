import { DAY } from '../../common/time/clock';
import { dayOf, startOfDay } from '../../common/time/calendar';
import { splitProportionally } from './proportional-split';
import type { ProfitSpan, StockPurchase } from './profit.types';

const PICOS_PER_MICRO = 1_000_000n;
const DAYS_OF_UNIT: Record<string, number> = { d: 1, w: 7, m: 30, y: 365 };

/** The longest time that a purchase is spread over, in days. */
export const MAX_PURCHASE_DAYS = 2 * 365;

export interface StockCost {
  readonly day: string;
  readonly country: string;
  readonly picos: bigint;
}

/** @param period as providers name it, such as `1m`. @returns 1 for a name that is not understood: all is due at once. */
export function toPurchaseDays(period: string): number {
  const [, count, unit] = /^(\d{1,3})([dwmy])$/.exec(period) ?? [];
  if (count === undefined || unit === undefined) return 1;
  return Math.min(MAX_PURCHASE_DAYS, Math.max(1, Number(count) * DAYS_OF_UNIT[unit]!));
}

/** The part of a purchase's price that falls on each day of the span. */
export function spreadPurchase(purchase: StockPurchase, { from, until }: ProfitSpan): StockCost[] {
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
