import { validateDateRange, thisMonth } from './date-range';

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
