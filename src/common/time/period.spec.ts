import { PERIOD_NAMES, toDayRange, toPreviousSpan, toReportRange, toSpan } from './period';

/** 00:30 of 1 March in Lagos. */
const NIGHT = new Date('2026-02-28T23:30:00Z');
const NOON = new Date('2026-03-15T11:00:00Z');

describe('Period of the calendar', () => {
  it('should be of days in Lagos', () => {
    expect(PERIOD_NAMES.map((period) => toDayRange(period, NIGHT))).toEqual([
      { from: '2026-03-01', to: '2026-03-01' },
      { from: '2026-02-28', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-01' },
      { from: '2026-02-01', to: '2026-02-28' },
    ]);
    expect(toDayRange('last_month', new Date('2026-01-05T12:00:00Z'))).toEqual({
      ...{ from: '2025-12-01', to: '2025-12-31' },
    });
    expect(toReportRange({}, NOON)).toEqual({ from: '2026-02-14', to: '2026-03-15' });
  });

  it('should end after its last day', () => {
    expect(toSpan({ from: '2026-03-01', to: '2026-03-02' })).toEqual({
      from: new Date('2026-02-28T23:00:00Z'),
      until: new Date('2026-03-02T23:00:00Z'),
    });
  });

  const previous = (period: (typeof PERIOD_NAMES)[number], now = NOON) => {
    const { from, until } = toPreviousSpan(toDayRange(period, now), period, now);
    return [from, until].map((at) => at.toISOString().slice(0, 16));
  };

  it('should be compared with as much of the day or month before', () => {
    expect(previous('today')).toEqual(['2026-03-13T23:00', '2026-03-14T11:00']);
    expect(previous('yesterday')).toEqual(['2026-03-12T23:00', '2026-03-13T23:00']);
    expect(previous('this_month')).toEqual(['2026-01-31T23:00', '2026-02-15T11:00']);
    expect(previous('last_month')).toEqual(['2025-12-31T23:00', '2026-01-31T23:00']);
    // February has no 31st: the comparison ends with the month.
    expect(previous('this_month', new Date('2026-03-31T12:00:00Z'))[1]).toBe('2026-02-28T23:00');
  });

  it('should be compared with as many days before when it is chosen freely', () => {
    const range = { from: '2026-03-10', to: '2026-03-12' };
    expect(toPreviousSpan(range, undefined, NOON)).toEqual({
      from: new Date('2026-03-06T23:00:00Z'),
      until: new Date('2026-03-09T23:00:00Z'),
    });
  });
});
