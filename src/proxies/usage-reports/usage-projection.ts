import { DAY, HOUR } from '../../common/time/clock';

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
