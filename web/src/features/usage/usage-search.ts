import { isoDate } from '@/lib/date';
import { choiceField, dayField, numberField, pageField, type Schema } from '@/lib/list-search';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export const INTERVALS = ['hour', 'day', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

export const PERIODS = ['24h', '7d', '30d', '90d', '12m', 'dates'] as const;
export type Period = (typeof PERIODS)[number];

export const PERIOD_LABELS: Record<Period, string> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '12m': 'Last 12 months',
  dates: 'Dates',
};

export interface UsageSearch {
  page: number;
  period: Period;
  /** Days as YYYY-MM-DD, both inclusive; only with the period `dates`. */
  from: string;
  to: string;
  by: Interval | 'auto';
  /** 0 for all proxies. */
  proxy_id: number;
}

export const usageSearch: Schema<UsageSearch> = {
  page: pageField,
  period: choiceField(PERIODS, '30d'),
  from: dayField,
  to: dayField,
  by: choiceField(['auto', ...INTERVALS], 'auto'),
  proxy_id: numberField(0, (id) => id > 0),
};

export interface UsageSelection {
  from: string;
  /** Undefined until now. */
  to?: string;
  interval: Interval;
  /** Those that this period can be shown by. */
  intervals: readonly Interval[];
}

const daysBefore = (now: Date, days: number): string =>
  isoDate(new Date(now.getTime() - days * DAY_MS));

/** The first of the month eleven months ago. */
function startOfYear(now: Date): string {
  const [year, month] = isoDate(now).split('-').map(Number) as [number, number];
  return month === 12 ? `${year}-01-01` : `${year - 1}-${String(month + 1).padStart(2, '0')}-01`;
}

/** So that a chart has at most 400 bars: a week by hour, some 13 months by day. */
function allowIntervals(days: number): readonly Interval[] {
  if (days <= 1) return ['hour'];
  if (days <= 7) return ['hour', 'day'];
  if (days <= 31) return ['day'];
  return days <= 400 ? ['day', 'month'] : ['month'];
}

function toRange({ period, from, to }: UsageSearch, now: Date) {
  if (period === 'dates' && from && to && from <= to)
    return { from, to, days: Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1 };
  if (period === '24h') {
    const hour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
    return { from: new Date(hour - 23 * HOUR_MS).toISOString(), days: 1 };
  }
  if (period === '12m') return { from: startOfYear(now), days: 365 };
  const days = period === '7d' ? 7 : period === '90d' ? 90 : 30;
  return { from: daysBefore(now, days - 1), days };
}

/** What the API is asked for; the same for all moments of an hour, so that nothing is requested twice. */
export function selectUsage(search: UsageSearch, now = new Date()): UsageSelection {
  const { days, ...range } = toRange(search, now);
  const intervals = allowIntervals(days);
  const usual = days >= 365 ? 'month' : days <= 1 ? 'hour' : 'day';
  const interval = intervals.find((one) => one === search.by) ?? usual;
  return { ...range, interval, intervals };
}
