import { formatDate, isoDate } from './date';
import { choiceField, dayField, type Schema } from './list-search';

/** Dates as YYYY-MM-DD, both inclusive. */
export interface DateRange {
  from: string;
  to: string;
}

const CALENDAR_PERIODS = ['today', 'yesterday', 'this_month', 'last_month'] as const;

const LABELS: Readonly<Record<string, string>> = {
  ...{ all: 'Any time', today: 'Today', yesterday: 'Yesterday' },
  ...{ this_month: 'This month', last_month: 'Last month' },
  ...{ 365: 'Last year', custom: 'Custom dates' },
};

/** A number is of days up to today. */
const periodLabel = (period: string): string => LABELS[period] ?? `Last ${period} days`;

/** What a screen is limited to: `all`, a number of days, a period of the calendar, or `custom` with its days. */
export interface PeriodSearch {
  period: string;
  /** YYYY-MM-DD, only with `custom`. */
  from: string;
  to: string;
}

/** Options of a period: the first ones are the screen's own. */
export const periodOptions = (own: readonly string[]): { value: string; label: string }[] =>
  [...own, ...CALENDAR_PERIODS, 'custom'].map((value) => ({ value, label: periodLabel(value) }));

export const periodSearch = (own: readonly string[], fallback: string): Schema<PeriodSearch> => ({
  period: choiceField([...own, ...CALENDAR_PERIODS, 'custom'], fallback),
  from: dayField,
  to: dayField,
});

const DAY_MS = 86_400_000;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Both inclusive. */
export const daysBetween = (from: string, to: string): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, index) =>
    addDays(from, index),
  );

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The days of a period in Lagos; those of `all` and of `custom` may be open. */
export function toDateRange(
  { period, from, to }: PeriodSearch,
  now = new Date(),
): Partial<DateRange> {
  const today = isoDate(now);
  const month = firstOfMonth(today);
  switch (period) {
    case 'all':
      return {};
    case 'custom':
      return { from: from || undefined, to: to || undefined };
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this_month':
      return { from: month, to: today };
    case 'last_month':
      return { from: firstOfMonth(addDays(month, -1)), to: addDays(month, -1) };
    default:
      return { from: addDays(today, 1 - Number(period)), to: today };
  }
}

/** From the first of the current month in Lagos to today. */
export const thisMonth = (now?: Date): DateRange =>
  toDateRange({ period: 'this_month', from: '', to: '' }, now) as DateRange;

/** The period as a chip says it. */
export function describePeriod(search: PeriodSearch): string {
  const { period, from, to } = search;
  if (period !== 'custom') return periodLabel(period);
  if (!from || !to) return from ? `From ${formatDate(from)}` : `Until ${formatDate(to)}`;
  return from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`;
}

/** Error messages by input; empty for a valid range. */
export function validateDateRange({
  from,
  to,
}: DateRange): Partial<Record<keyof DateRange, string>> {
  const problems: Partial<Record<keyof DateRange, string>> = {};
  if (!from) problems.from = 'Please choose a start date';
  if (!to) problems.to = 'Please choose an end date';
  if (from && to && to < from) problems.to = 'The end date is before the start date';
  return problems;
}
