import { DAY } from './clock';

/** Time zone of days and months. It has no daylight saving time. */
export const ZONE = 'Africa/Lagos';
const OFFSET = '+01:00';

/** The day in the shop's zone, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: ZONE });

/** Start of a day in the shop's time zone. @param day `YYYY-MM-DD`. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00${OFFSET}`);

/** en-GB has "Sept" among short months of three letters. */
const shortenMonth = (text: string): string => text.replace(/\bSept\b/, 'Sep');

/** "12 Oct 2026, 14:05", in the shop's zone. */
export const readableTime = (at: Date): string =>
  shortenMonth(
    at.toLocaleString('en-GB', { timeZone: ZONE, dateStyle: 'medium', timeStyle: 'short' }),
  );

/** "12 Oct 2026", in the shop's zone. */
export const readableDay = (at: Date): string =>
  shortenMonth(at.toLocaleDateString('en-GB', { timeZone: ZONE, dateStyle: 'medium' }));

/** "Oct 2026". @param month `YYYY-MM`. */
export const readableMonth = (month: string): string =>
  readableDay(startOfDay(`${month}-01`)).slice(2);

/** First instant of a month, and that of the month after. @param month `YYYY-MM`. */
export function toMonthSpan(month: string): { from: Date; until: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
  return { from: startOfDay(`${month}-01`), until: startOfDay(`${next}-01`) };
}

/** A week of the shop's zone, from Monday to Sunday. */
export interface Week {
  /** ISO 8601, e.g. `2026-W48`. */
  readonly id: string;
  readonly from: Date;
  /** Exclusive: the Monday after it, at midnight. */
  readonly until: Date;
}

/** The last week that had ended by `at`. */
export function lastWeek(at: Date): Week {
  const today = startOfDay(dayOf(at)).getTime();
  const weekday = (new Date(dayOf(at)).getUTCDay() + 6) % 7;
  const until = today - weekday * DAY;
  const from = until - 7 * DAY;
  return {
    id: toId(dayOf(new Date(from + 3 * DAY))),
    from: new Date(from),
    until: new Date(until),
  };
}

/** ISO 8601 counts a week to the year of its Thursday. */
function toId(thursday: string): string {
  const year = thursday.slice(0, 4);
  const days = (Date.parse(thursday) - Date.parse(`${year}-01-01`)) / DAY;
  return `${year}-W${String(Math.floor(days / 7) + 1).padStart(2, '0')}`;
}

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/** Whether a time that somebody entered can be meant: a year such as 1 or 9999 is a slip, or stands for none. */
export const isPlausible = (at: Date): boolean => at.getTime() >= FIRST && at.getTime() < LAST;

/** The same of what has happened by now; a day ahead for clocks and zones. */
export const isPlausiblePast = (at: Date, now: Date): boolean =>
  isPlausible(at) && at.getTime() <= now.getTime() + DAY;
