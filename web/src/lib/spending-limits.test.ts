import { describeSpending } from '../components/orders/spending-note';

const left = (today: number | null, month: number | null) => ({
  today: today === null ? null : { left: today },
  this_month: month === null ? null : { left: month },
});

describe('describeSpending', () => {
  it.each([
    [left(12_500, 40_000), 'You can spend ₦12,500 more today (₦40,000 this month).'],
    [left(12_500, null), 'You can spend ₦12,500 more today.'],
    [left(null, 40_000), 'You can spend ₦40,000 more this month.'],
    // The day cannot be used up.
    [left(12_500, 3000), 'You can spend ₦3,000 more this month.'],
    [left(5000, 5000), 'You can spend ₦5,000 more this month.'],
    [left(0, 40_000), 'You have reached your limit for today (₦40,000 this month).'],
    [left(0, 0), 'You have reached your limit for this month.'],
  ])('should say what is left of %j', (limits, text) => {
    expect(describeSpending(limits)).toEqual({ text, isExceeded: false });
  });

  it('should say nothing without a limit', () => {
    expect(describeSpending(left(null, null), 5000)).toBeNull();
  });

  it.each([
    [3000, 'You can spend ₦3,000 more today.', false],
    [3001, 'You can spend ₦3,000 more today. You need ₦1 more.', true],
  ])('should compare a total of %d with it', (total, text, isExceeded) => {
    expect(describeSpending(left(3000, null), total)).toEqual({ text, isExceeded });
  });

  it('should find any total too much once the limit is reached', () => {
    expect(describeSpending(left(0, null), 1)).toEqual({
      text: 'You have reached your limit for today.',
      isExceeded: true,
    });
  });
});
