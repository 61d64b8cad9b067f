import { readableDay, readableMonth, readableTime } from './zone';

describe('readable times', () => {
  // spec: R5.14
  it('should shorten every month to three letters, in the zone of the shop', () => {
    expect(readableTime(new Date('2026-09-30T23:30:00Z'))).toBe('1 Oct 2026, 00:30');
    expect(readableTime(new Date('2026-09-05T12:00:00Z'))).toBe('5 Sep 2026, 13:00');
    expect(readableDay(new Date('2026-09-15T12:00:00Z'))).toBe('15 Sep 2026');
    expect(readableMonth('2026-09')).toBe('Sep 2026');
    expect(readableMonth('2026-11')).toBe('Nov 2026');
  });
});
