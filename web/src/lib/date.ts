/** Lagos is an hour ahead of UTC the whole year. */
const LAGOS_OFFSET_MS = 3_600_000;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const abbreviate = (month: string): string => month.slice(0, 3);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

interface LagosTime {
  day: number;
  month: string;
  year: number;
  /** 24 hours. */
  clock: string;
}

/**
 * Formats a moment in Lagos time in every time zone. Not with Intl: its first formatter with a time zone
 * holds up a slow phone for a tenth of a second.
 */
function read(iso: string, format: (moment: LagosTime) => string): string {
  const lagos = new Date(new Date(iso).getTime() + LAGOS_OFFSET_MS);
  if (Number.isNaN(lagos.getTime())) return 'N/A';
  return format({
    day: lagos.getUTCDate(),
    month: MONTHS[lagos.getUTCMonth()]!,
    year: lagos.getUTCFullYear(),
    clock: `${twoDigits(lagos.getUTCHours())}:${twoDigits(lagos.getUTCMinutes())}`,
  });
}

const toDate = ({ day, month, year }: LagosTime): string => `${day} ${abbreviate(month)} ${year}`;

/** 20 Nov 2026. */
export const formatDate = (iso: string): string => read(iso, toDate);
/** 20 Nov 2026, 00:30. */
export const formatDateTime = (iso: string): string =>
  read(iso, (moment) => `${toDate(moment)}, ${moment.clock}`);
/** 20 Nov, 00:30: for lists that begin with the newest, on phones. */
export const formatShortDateTime = (iso: string): string =>
  read(iso, ({ day, month, clock }) => `${day} ${abbreviate(month)}, ${clock}`);
/** 20 Nov. */
export const formatShortDate = (iso: string): string =>
  read(iso, ({ day, month }) => `${day} ${abbreviate(month)}`);
/** 00:30. */
export const formatClock = (iso: string): string => read(iso, ({ clock }) => clock);
/** November 2026. */
export const formatMonthYear = (iso: string): string =>
  read(iso, ({ month, year }) => `${month} ${year}`);

/** 2026-11 → Nov 2026. */
export const formatMonth = (month: string): string =>
  read(`${month}-01T00:00:00Z`, (moment) => `${abbreviate(moment.month)} ${moment.year}`);
/** 2026-11-20: the day in Lagos, for file names. */
export const isoDate = (moment = new Date()): string =>
  new Date(moment.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10);

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
