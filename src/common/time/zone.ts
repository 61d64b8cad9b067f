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
