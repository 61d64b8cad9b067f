import { invalidFields } from '../errors/domain-error';
import { dayOf, readableDay, startOfDay } from './calendar';
import { DAY } from './clock';

/** Periods of the calendar, in the shop's zone. */
export const PERIOD_NAMES = ['today', 'yesterday', 'this_month', 'last_month'] as const;
export type PeriodName = (typeof PERIOD_NAMES)[number];

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

/** Days of the shop's zone, `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Instants; `until` is exclusive. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

const addDays = (day: string, days: number): string =>
  dayOf(new Date(startOfDay(day).getTime() + days * DAY));

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;
const lastMonth = (day: string): string => firstOfMonth(addDays(firstOfMonth(day), -1));

/** Whole days: this month ends today. */
export function toDayRange(period: PeriodName, now: Date): DayRange {
  const today = dayOf(now);
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_month':
      return { from: firstOfMonth(today), to: today };
    case 'last_month':
      return { from: lastMonth(today), to: addDays(firstOfMonth(today), -1) };
  }
}

export const toSpan = ({ from, to }: DayRange): Span => ({
  from: startOfDay(from),
  until: startOfDay(addDays(to, 1)),
});

/** "1 Oct 2026 to 31 Oct 2026". */
export const readableRange = ({ from, to }: DayRange): string =>
  `${readableDay(startOfDay(from))} to ${readableDay(startOfDay(to))}`;

export const countDays = (range: DayRange): number => {
  const { from, until } = toSpan(range);
  return (until.getTime() - from.getTime()) / DAY;
};

/** @throws DomainError invalid with errors.to when the last day is before the first. */
export function assertDayOrder({ from, to }: Partial<DayRange>): void {
  if (from && to && to < from)
    throw invalidFields({ to: ['The end date must not be before the start date.'] });
}

/**
 * What a report is of: up to today, or 30 days, where one end is missing.
 * @throws DomainError invalid with errors.to when the period ends before it starts or is too long.
 */
export function toReportRange(query: Partial<DayRange>, now: Date): DayRange {
  const to = query.to ?? dayOf(now);
  const range = { from: query.from ?? addDays(to, 1 - DEFAULT_DAYS), to };
  assertDayOrder(range);
  if (countDays(range) > MAX_DAYS)
    throw invalidFields({ to: [`The period can have ${MAX_DAYS} days at most.`] });
  return range;
}

/**
 * The period to compare with: the month before a month, else as many days before. Of a period that has not ended, only as
 * much as has passed of it.
 */
export function toPreviousSpan(range: DayRange, period: PeriodName | undefined, now: Date): Span {
  const { from, until } = toSpan(range);
  const isMonth = period === 'this_month' || period === 'last_month';
  const before = isMonth
    ? startOfDay(lastMonth(range.from))
    : new Date(2 * from.getTime() - until.getTime());
  const elapsed = now.getTime() - from.getTime();
  const isOver = until <= now;
  const end = isOver ? from.getTime() : Math.min(before.getTime() + elapsed, from.getTime());
  return { from: before, until: new Date(end) };
}
