import { isoDate } from './date';

/** Both days included, as YYYY-MM-DD. */
export interface DaySpan {
  from: string;
  to: string;
}

/** From the first of this month in Lagos until today. */
export function thisMonth(now = new Date()): DaySpan {
  const to = isoDate(now);
  return { from: `${to.slice(0, 8)}01`, to };
}

/** What is wrong with a span, by input; empty when nothing is. */
export function spanProblems({ from, to }: DaySpan): Partial<Record<keyof DaySpan, string>> {
  const problems: Partial<Record<keyof DaySpan, string>> = {};
  if (!from) problems.from = 'Please choose the first day';
  if (!to) problems.to = 'Please choose the last day';
  if (from && to && to < from) problems.to = 'The last day comes before the first';
  return problems;
}
