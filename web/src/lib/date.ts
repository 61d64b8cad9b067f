const zone = 'Africa/Lagos';
const date = new Intl.DateTimeFormat('en-NG', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: zone,
});
const dateTime = new Intl.DateTimeFormat('en-NG', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: zone,
});
const monthYear = new Intl.DateTimeFormat('en-NG', {
  month: 'long',
  year: 'numeric',
  timeZone: zone,
});

const shortMonth = new Intl.DateTimeFormat('en-NG', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const isoDay = new Intl.DateTimeFormat('en-CA', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: zone,
});

/** The locale has "Sept" among short months of three letters. */
const read = (format: Intl.DateTimeFormat, iso: string): string => {
  const moment = new Date(iso);
  return Number.isNaN(moment.getTime()) ? 'N/A' : format.format(moment).replace(/\bSept\b/, 'Sep');
};

/** 20 Nov 2026, in Lagos time in every time zone. */
export const formatDate = (iso: string): string => read(date, iso);
export const formatDateTime = (iso: string): string => read(dateTime, iso);
export const formatMonthYear = (iso: string): string => read(monthYear, iso);

/** 2026-11 → Nov 2026. */
export const formatMonth = (month: string): string => read(shortMonth, `${month}-01T00:00:00Z`);
/** 2026-11-20: the day in Lagos, for file names. */
export const isoDate = (moment = new Date()): string => isoDay.format(moment);

const ago = (count: number, unit: string): string =>
  `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** Seconds, mins, hours or days ago, rounded down; a future time counts as now. */
export function timeAgo(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.trunc((now - new Date(iso).getTime()) / 1000));
  if (seconds < 60) return ago(seconds, 'second');
  if (seconds < 3600) return ago(Math.trunc(seconds / 60), 'min');
  if (seconds < 86_400) return ago(Math.trunc(seconds / 3600), 'hour');
  return ago(Math.trunc(seconds / 86_400), 'day');
}
