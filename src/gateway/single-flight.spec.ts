import { SingleFlight } from './single-flight';

describe('SingleFlight', () => {
  const build = () => {
    const ends: (() => void)[] = [];
    let runs = 0;
    const flight = new SingleFlight(
      () => new Promise<number>((resolve) => ends.push(() => resolve((runs += 1)))),
    );
    return { flight, ends };
  };

  it('should share one later run among the calls that come during a run', async () => {
    const { flight, ends } = build();
    const first = flight.run();
    const later = [flight.run(), flight.run()];
    expect(ends).toHaveLength(1);
    ends[0]!();
    expect(await first).toBe(1);
    await Promise.resolve();
    expect(ends).toHaveLength(2);
    const joined = flight.run();
    ends[1]!();
    expect(await Promise.all(later)).toEqual([2, 2]);
    ends[2]!();
    expect(await joined).toBe(3);
  });

  it('should start at once when nothing runs', async () => {
    const { flight, ends } = build();
    for (const run of [1, 2]) {
      const result = flight.run();
      ends[run - 1]!();
      expect(await result).toBe(run);
    }
  });
});
