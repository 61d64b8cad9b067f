import { sumBytes, toChartBars } from './daily-traffic';

const day = (bytes_down: number, bytes_up = 0) => ({ bytes_down, bytes_up });
const size = { step: 10, height: 60 };

describe('daily usage bars', () => {
  it('should sum both directions relative to the busiest day', () => {
    expect(toChartBars([day(100, 100), day(300, 100), day(0)], size)).toEqual([
      { x: 0, height: 30, bytes: 200 },
      { x: 10, height: 60, bytes: 400 },
      { x: 20, height: 0, bytes: 0 },
    ]);
  });

  it('should give small values a visible bar', () => {
    expect(toChartBars([day(1), day(1_000_000)], size)[0]?.height).toBe(1);
  });

  it('should be empty without traffic', () => {
    expect(toChartBars([day(0), day(0)], size).map(({ height }) => height)).toEqual([0, 0]);
  });

  it('should add up the bytes of all days', () =>
    expect(sumBytes([day(1, 2), day(3, 4)])).toBe(10));
});
