import { toBucketIndex, BUCKET_COUNT, quantile } from './performance.service';

describe('Latency stretches', () => {
  it('should assign a duration to its bucket, bounds included', () => {
    expect([0, 5, 5.1, 100, 101, 5000, 5001].map(toBucketIndex)).toEqual([0, 0, 1, 4, 5, 9, 10]);
  });

  it('know no quantile of nothing', () => {
    expect(quantile(Array<number>(BUCKET_COUNT).fill(0), 0.95)).toBeNull();
  });

  it('spread what fell into a stretch evenly over it', () => {
    // 80 within 5 ms and 20 between 25 and 50: the 95th is three quarters into the latter.
    expect(quantile([80, 0, 0, 20], 0.95)).toBe(44);
    expect(quantile([100], 0.5)).toBe(3);
  });

  it('end at the last bound when it lies beyond', () => {
    expect(quantile([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], 0.95)).toBe(5000);
  });
});
