import { DAY } from './clock';
import { dayOf, startOfDay } from './zone';

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
