import { validateDateRange, thisMonth } from './date-range';

describe('a span of days', () => {
  it('begins with the first of the month as it is in Lagos', () => {
    expect(thisMonth(new Date('2026-10-31T23:30:00Z'))).toEqual({
      from: '2026-11-01',
      to: '2026-11-01',
    });
    expect(thisMonth(new Date('2026-11-20T10:00:00Z'))).toEqual({
      from: '2026-11-01',
      to: '2026-11-20',
    });
  });

  it('may be a single day, and never runs backwards', () => {
    expect(validateDateRange({ from: '2026-03-01', to: '2026-03-01' })).toEqual({});
    expect(validateDateRange({ from: '2026-03-02', to: '2026-03-01' })).toEqual({
      to: 'The last day comes before the first',
    });
  });

  it('needs both ends', () => {
    expect(validateDateRange({ from: '', to: '' })).toEqual({
      from: 'Please choose the first day',
      to: 'Please choose the last day',
    });
  });
});
