import { countryName, flagUrl } from './country';
import { formatDate, formatDateTime, formatMonth, formatMonthYear, timeAgo } from './date';
import { formatNaira, formatSignedNaira } from './money';
import { megabytesToGb, wholeNumber } from './number';
import { initials, proxyTypeName, shortenReference } from './text';
import {
  describePeriod,
  periodOptions,
  thisMonth,
  toDateRange,
  validateDateRange,
} from './date-range';

describe('money', () => {
  it.each([
    [0, '₦0'],
    [5000, '₦5,000'],
    [1234567, '₦1,234,567'],
    [1599.5, '₦1,600'],
  ])('%d naira are formatted as %s', (amount, text) => expect(formatNaira(amount)).toBe(text));

  it('should have a plus sign for credits and a minus sign for debits', () => {
    expect(formatSignedNaira(5000, 'credit')).toBe('+₦5,000');
    expect(formatSignedNaira(1600, 'debit')).toBe('-₦1,600');
    expect(formatSignedNaira(0, 'debit')).toBe('₦0');
    expect(formatNaira(-1_234_567.4)).toBe('-₦1,234,567');
  });
});

describe('relative and absolute times', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    [0, '0 seconds ago'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 min ago'],
    [119, '1 min ago'],
    [3599, '59 mins ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [864_000, '10 days ago'],
    [-30, '0 seconds ago'],
  ])('%d seconds ago are formatted as %s', (seconds, text) => {
    expect(timeAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
  });

  it('should be formatted in Lagos time', () => {
    expect(formatDate('2026-11-19T23:30:00Z')).toBe('20 Nov 2026');
    expect(formatDateTime('2026-11-19T23:30:00Z')).toBe('20 Nov 2026, 00:30');
    expect(formatMonthYear('2026-03-31T23:30:00Z')).toBe('April 2026');
    expect(formatDate('never')).toBe('N/A');
  });

  it('should shorten every month to three letters', () => {
    const months = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`);
    expect(months.map(formatMonth).map((text) => text.split(' ')[0])).toEqual(
      'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' '),
    );
    expect(formatMonth('2026-09')).toBe('Sep 2026');
    expect(formatDate('2026-09-05T12:00:00Z')).toBe('5 Sep 2026');
    expect(formatDateTime('2026-09-05T12:00:00Z')).toBe('5 Sep 2026, 13:00');
    expect(formatMonthYear('2026-09-05T12:00:00Z')).toBe('September 2026');
  });

  it('should have the texts of Intl in every month without its time zones, which load slowly', () => {
    const timeZone = 'Africa/Lagos';
    const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
    const clock = { hour: '2-digit', minute: '2-digit' } as const;
    const make = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-NG', { ...options, timeZone });
    const formatters = {
      date: make(day),
      dateTime: make({ ...day, ...clock }),
      monthYear: make({ month: 'long', year: 'numeric' }),
      month: make({ month: 'short', year: 'numeric' }),
    };
    const read = (format: Intl.DateTimeFormat, moment: Date) =>
      format.format(moment).replace('Sept ', 'Sep ');
    const intl = jest.spyOn(Intl, 'DateTimeFormat');
    for (let month = 0; month < 12; month += 1) {
      const moment = new Date(Date.UTC(2026, month, month + 3, month * 2 + 1, 7));
      const iso = moment.toISOString();
      expect([formatDate(iso), formatDateTime(iso)]).toEqual([
        read(formatters.date, moment),
        read(formatters.dateTime, moment),
      ]);
      expect([formatMonthYear(iso), formatMonth(iso.slice(0, 7))]).toEqual([
        read(formatters.monthYear, moment),
        read(formatters.month, moment),
      ]);
    }
    jest.isolateModules(() => jest.requireActual('./date'));
    expect(intl).not.toHaveBeenCalled();
    intl.mockRestore();
  });
});

it.each(['./money', './number', './bytes', './country'])(
  'should load no data of Intl until %s formats something',
  (path) => {
    const makers = (['NumberFormat', 'DisplayNames'] as const).map((name) =>
      jest.spyOn(Intl, name),
    );
    jest.isolateModules(() => jest.requireActual(path));
    for (const maker of makers) {
      expect(maker).not.toHaveBeenCalled();
      maker.mockRestore();
    }
  },
);

describe('countries', () => {
  it('should have English names, and Random for zz', () => {
    expect(countryName('ng')).toBe('Nigeria');
    expect(countryName('zz')).toBe('Random');
    expect(countryName('not a code')).toBe('not a code');
  });

  it('should have a flag on our own origin unless the code is unknown', () => {
    expect(flagUrl('NG')).toBe('/flags/ng.svg');
    expect(flagUrl('zz')).toBeNull();
    expect(flagUrl('../x')).toBeNull();
  });
});

describe('text formatting', () => {
  it('should shorten references of more than 12 characters to the first 8 and last 4', () => {
    expect(shortenReference('TOPUP_123456789_ABCD')).toBe('TOPUP_12...ABCD');
    expect(shortenReference('TOPUP_123456')).toBe('TOPUP_123456');
  });

  it('should name the proxy types', () => {
    expect(proxyTypeName('individual_ipv4')).toBe('Datacenter');
    expect(proxyTypeName('residential_ipv4')).toBe('Residential');
    expect(proxyTypeName('mobile')).toBe('Mobile');
  });

  it('should take initials of at most two names', () => {
    expect(initials('  ada  lovelace king ')).toBe('AL');
    expect(initials('')).toBe('');
  });
});

describe('numbers', () => {
  it('should convert megabytes to gigabytes of 1024', () => {
    expect(megabytesToGb(1024)).toBe('1');
    expect(megabytesToGb(1536)).toBe('1.5');
  });

  it.each([
    ['3', 3],
    ['0', 1],
    ['99', 10],
    ['', 1],
    ['abc', 1],
    ['4.9', 4],
  ])('a typed count of "%s" is parsed as %d', (text, value) => {
    expect(wholeNumber(text, { min: 1, max: 10, fallback: 1 })).toBe(value);
  });
});

describe('date ranges', () => {
  it('should default to the current month in Lagos', () => {
    expect(thisMonth(new Date('2026-10-31T23:30:00Z'))).toEqual({
      from: '2026-11-01',
      to: '2026-11-01',
    });
    expect(thisMonth(new Date('2026-11-20T10:00:00Z'))).toEqual({
      from: '2026-11-01',
      to: '2026-11-20',
    });
  });

  it('should be days of the calendar in Lagos', () => {
    const now = new Date('2026-02-28T23:30:00Z');
    const range = (period: string, from = '', to = '') => toDateRange({ period, from, to }, now);
    expect(
      ['today', 'yesterday', 'this_month', 'last_month', '7'].map((one) => range(one)),
    ).toEqual([
      { from: '2026-03-01', to: '2026-03-01' },
      { from: '2026-02-28', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-01' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-02-23', to: '2026-03-01' },
    ]);
    expect([range('all'), range('custom', '2026-01-05')]).toEqual([{}, { from: '2026-01-05' }]);
  });

  it('should be described in words', () => {
    expect(periodOptions(['all', '7', '365']).map(({ label }) => label)).toEqual([
      ...['Any time', 'Last 7 days', 'Last year', 'Today', 'Yesterday', 'This month'],
      ...['Last month', 'Custom dates'],
    ]);
    const custom = (from: string, to: string) => describePeriod({ period: 'custom', from, to });
    expect([
      custom('2026-01-05', '2026-01-07'),
      custom('2026-01-05', '2026-01-05'),
      custom('', '2026-01-05'),
      describePeriod({ period: 'today', from: '', to: '' }),
    ]).toEqual(['5 Jan 2026 – 7 Jan 2026', '5 Jan 2026', 'Until 5 Jan 2026', 'Today']);
  });

  it('should allow a single day and refuse an end before the start', () => {
    expect(validateDateRange({ from: '2026-03-01', to: '2026-03-01' })).toEqual({});
    expect(validateDateRange({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
      to: 'The end date is before the start date',
    });
  });

  it('should require both dates', () => {
    expect(validateDateRange({ from: '', to: '' })).toEqual({
      from: 'Please choose a start date',
      to: 'Please choose an end date',
    });
  });
});
