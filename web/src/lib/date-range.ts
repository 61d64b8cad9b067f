import { isoDate } from './date';

/** Dates as YYYY-MM-DD, both inclusive. */
export interface DateRange {
  from: string;
  to: string;
}

/** From the first of the current month in Lagos to today. */
export function thisMonth(now = new Date()): DateRange {
  const to = isoDate(now);
  return { from: `${to.slice(0, 8)}01`, to };
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
