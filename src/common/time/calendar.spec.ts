import { readableDay, readableMonth, readableTime, lastWeek } from './calendar';

describe('readable times', () => {
  it('should shorten every month to three letters, in the zone of the shop', () => {
    expect(readableTime(new Date('2026-09-30T23:30:00Z'))).toBe('1 Oct 2026, 00:30');
    expect(readableTime(new Date('2026-09-05T12:00:00Z'))).toBe('5 Sep 2026, 13:00');
    expect(readableDay(new Date('2026-09-15T12:00:00Z'))).toBe('15 Sep 2026');
    expect(readableMonth('2026-09')).toBe('Sep 2026');
    expect(readableMonth('2026-11')).toBe('Nov 2026');
  });
});

describe('the last week in Lagos', () => {
  it.each([
    // Midnight in Lagos is 23:00 in UTC.
    ['2026-11-29T22:59:59Z', '2026-W47', '2026-11-15T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
    ['2026-11-29T23:00:00Z', '2026-W48', '2026-11-22T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
    ['2026-12-02T12:00:00Z', '2026-W48', '2026-11-22T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
    // A year of 53 weeks, whose last ends in the next year.
    ['2027-01-04T12:00:00Z', '2026-W53', '2026-12-27T23:00:00.000Z', '2027-01-03T23:00:00.000Z'],
    ['2027-01-11T12:00:00Z', '2027-W01', '2027-01-03T23:00:00.000Z', '2027-01-10T23:00:00.000Z'],
    // The first week of a year that begins in the year before.
    ['2025-01-06T12:00:00Z', '2025-W01', '2024-12-29T23:00:00.000Z', '2025-01-05T23:00:00.000Z'],
  ])('should be, at %s, %s', (at, id, from, until) => {
    expect(lastWeek(new Date(at))).toEqual({ id, from: new Date(from), until: new Date(until) });
  });
});
