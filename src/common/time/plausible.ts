import { DAY } from './clock';

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/** Whether a time that somebody entered can be meant: a year such as 1 or 9999 is a slip, or stands for none. */
export const isPlausible = (at: Date): boolean => at.getTime() >= FIRST && at.getTime() < LAST;

/** The same of what has happened by now; a day ahead for clocks and zones. */
export const isPlausiblePast = (at: Date, now: Date): boolean =>
  isPlausible(at) && at.getTime() <= now.getTime() + DAY;
