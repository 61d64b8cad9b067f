import { invalidFields } from '../../common/errors/domain-error';
import { DAY, HOUR } from '../../common/time/clock';
import { dayOf, startOfDay } from '../../common/time/calendar';
import type { UsageInterval, UsageRange } from './usage-reports.types';

const ONE_DAY = /^\d{4}-\d\d-\d\d$/;

interface IntervalRules {
  /** Length of a period that begins where the request does not say. */
  readonly defaultBuckets: number;
  /** @returns the end of the longest period that begins at `from`. */
  readonly maxEnd: (from: Date) => Date;
  readonly maxLabel: string;
  readonly startOf: (at: Date) => Date;
  readonly next: (start: Date, buckets: number) => Date;
}

const after = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

/** Lagos has whole hours and no daylight saving time, so hours and days have one length. */
const RULES: Record<UsageInterval, IntervalRules> = {
  hour: {
    defaultBuckets: 24,
    maxEnd: (from) => after(from, 31 * DAY),
    maxLabel: '31 days by hour',
    startOf: (at) => new Date(Math.floor(at.getTime() / HOUR) * HOUR),
    next: (start, buckets) => after(start, buckets * HOUR),
  },
  day: {
    defaultBuckets: 30,
    maxEnd: (from) => after(from, 400 * DAY),
    maxLabel: '400 days by day',
    startOf: (at) => startOfDay(dayOf(at)),
    next: (start, buckets) => after(start, buckets * DAY),
  },
  month: {
    defaultBuckets: 12,
    maxEnd: (from) => {
      const end = new Date(from);
      end.setUTCFullYear(end.getUTCFullYear() + 5);
      return end;
    },
    maxLabel: '5 years by month',
    startOf: (at) => startOfDay(`${dayOf(at).slice(0, 7)}-01`),
    next: (start, buckets) => {
      const [year = 0, month = 0] = dayOf(start).split('-').map(Number);
      const months = year * 12 + month - 1 + buckets;
      const name = String((months % 12) + 1).padStart(2, '0');
      return startOfDay(`${String(Math.floor(months / 12)).padStart(4, '0')}-${name}-01`);
    },
  },
};

export interface UsagePeriod {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

/**
 * The period of a request, widened to whole buckets. It ends now, and begins a few buckets earlier, where the request
 * does not say.
 * @param precision what a moment of the request is widened to instead.
 * @throws DomainError invalid with errors.to when it is empty, with errors.from when it is too long.
 */
export function toUsagePeriod(
  range: UsageRange,
  interval: UsageInterval,
  now: Date,
  precision = interval,
): UsagePeriod {
  const { defaultBuckets, maxEnd, maxLabel } = RULES[interval];
  const end = range.to === undefined ? now : toMoment(range.to, DAY);
  const start =
    range.from === undefined
      ? RULES[interval].next(RULES[interval].startOf(after(end, -1)), 1 - defaultBuckets)
      : toMoment(range.from);
  if (start >= end) throw invalidFields({ to: ['The end must be after the start.'] });
  if (end > maxEnd(start))
    throw invalidFields({ from: [`Choose a shorter period: at most ${maxLabel}.`] });
  const { startOf, next } = RULES[precision];
  return { from: startOf(start), until: next(startOf(after(end, -1)), 1) };
}

/** The beginning of every bucket of a period, oldest first. */
export function listBuckets({ from, until }: UsagePeriod, interval: UsageInterval): Date[] {
  const starts: Date[] = [];
  for (let start = from; start < until; start = RULES[interval].next(start, 1)) starts.push(start);
  return starts;
}

const toMoment = (text: string, afterDay = 0): Date =>
  ONE_DAY.test(text) ? after(startOfDay(text), afterDay) : new Date(text);
