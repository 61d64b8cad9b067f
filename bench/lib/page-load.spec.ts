import { sumBlockingTime } from './page-load';

describe('total blocking time', () => {
  it('should count what exceeds 50 ms of each task after the first contentful paint', () => {
    const tasks = [
      { start: 100, duration: 500 },
      { start: 900, duration: 200 },
      { start: 1300, duration: 80 },
      { start: 1500, duration: 51 },
    ];
    // The second task had 100 ms left at the paint.
    expect(sumBlockingTime(tasks, 1000)).toBe(50 + 30 + 1);
  });
});
