import {
  describePeriod,
  periodOptions,
  thisMonth,
  toDateRange,
  validateDateRange,
} from './date-range';

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
