import { invalidFields } from '../../common/errors/domain-error';
import { DAY, HOUR } from '../../common/time/clock';
import { dayOf, startOfDay } from '../../common/time/calendar';

export const USAGE_INTERVALS = ['hour', 'day', 'month'] as const;
export type UsageInterval = (typeof USAGE_INTERVALS)[number];

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
 */
export function toUsagePeriod(
  range: { readonly from?: string; readonly to?: string },
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

/** Traffic of a proxy with a quota; bytes. */
export interface QuotaUsage {
  readonly limit: bigint;
  readonly used: bigint;
  readonly createdAt: Date;
  /** Since `rateWindows(now).day`. */
  readonly lastDay: bigint;
  /** Since `rateWindows(now).week`. */
  readonly lastWeek: bigint;
}

/** Beyond this a projection says nothing. */
const MAX_AHEAD = 3650 * DAY;

/** From when on usage is summed for the rate; whole hours, as usage is stored. */
export const rateWindows = (now: Date): { day: Date; week: Date } => ({
  day: startOfHour(now.getTime() - DAY),
  week: startOfHour(now.getTime() - 7 * DAY),
});

/**
 * When the rest of a quota will be used up at the rate of the last 24 hours or, without traffic then, of the last seven
 * days. A proxy that is younger has its rate since it was bought, but of an hour at least.
 * @returns null without traffic, when nothing is left, and when it would last for more than ten years.
 */
export function projectEnd(usage: QuotaUsage, now: Date): Date | null {
  const left = usage.limit - usage.used;
  if (left <= 0n) return null;
  const { day, week } = rateWindows(now);
  const [bytes, since] = usage.lastDay > 0n ? [usage.lastDay, day] : [usage.lastWeek, week];
  if (bytes <= 0n) return null;
  const start = Math.max(since.getTime(), usage.createdAt.getTime());
  const measured = Math.max(now.getTime() - start, HOUR);
  const ahead = (left * BigInt(measured)) / bytes;
  return ahead > BigInt(MAX_AHEAD) ? null : new Date(now.getTime() + Number(ahead));
}

const startOfHour = (at: number): Date => new Date(Math.floor(at / HOUR) * HOUR);
