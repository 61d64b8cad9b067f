/** Time zone of days and months. It has no daylight saving time. */
export const ZONE = 'Africa/Lagos';
const OFFSET = '+01:00';

/** The day in the shop's zone, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toLocaleDateString('en-CA', { timeZone: ZONE });

/** Start of a day in the shop's time zone. @param day `YYYY-MM-DD`. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00${OFFSET}`);

/** "12 Oct 2026, 14:05", in the shop's zone. */
export const readableTime = (at: Date): string =>
  at.toLocaleString('en-GB', { timeZone: ZONE, dateStyle: 'medium', timeStyle: 'short' });
