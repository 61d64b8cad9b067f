import { DAY, HOUR, MINUTE } from '../../common/time/clock';
import type { CounterReading } from '../providers/providers.types';
import { countDay } from './usage.service';

const BEGIN = Date.parse('2026-11-24T00:00:00Z');
const GB = 1_000_000_000;

/** Readings of a counter every `step` from `from` to `to`, by what it shows at an instant. */
const read = (
  counter: CounterReading['counter'],
  from: number,
  to: number,
  step: number,
  amountAt: (at: number) => number,
): CounterReading[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => {
    const at = from + index * step;
    return { at: new Date(at), counter, amount: amountAt(at) };
  });
const count = (readings: readonly CounterReading[]) => countDay(readings, new Date(BEGIN), GB);

describe('countDay', () => {
  it('should count an even use to the byte', () => {
    const readings = read(
      'used_bytes',
      BEGIN - 7 * MINUTE,
      BEGIN + DAY + 15 * MINUTE,
      15 * MINUTE,
      (at) => 5_000_000 + (at - BEGIN) / 10,
    );
    expect(count(readings)).toBe(DAY / 10);
  });

  it('should count every byte of a random use once over adjacent days', () => {
    for (let seed = 1; seed <= 50; seed++) {
      let state = seed;
      const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
      let used = random() * 1e9;
      const [from, to] = [BEGIN, BEGIN + 2 * DAY];
      const start = used;
      const readings = [{ at: new Date(from), counter: 'used_bytes' as const, amount: used }];
      for (let at = from; at < to;) {
        at = Math.min(at + random() * 100 * MINUTE, to);
        used += random() * 1e8;
        readings.push({ at: new Date(at), counter: 'used_bytes', amount: used });
      }
      const days = [BEGIN, BEGIN + DAY].map((day) => countDay(readings, new Date(day), GB)!);
      expect(Math.abs(days[0]! + days[1]! - (used - start))).toBeLessThan(3);
    }
  });

  it('should take a count of use that fell for one that began again', () => {
    const noon = BEGIN + 12 * HOUR;
    const readings = read('used_gb', BEGIN, BEGIN + DAY, HOUR, (at) =>
      at < noon ? 100 + (at - BEGIN) / HOUR : (at - noon) / HOUR + 1,
    );
    // 11 hours before the change, 13 GB at the end of the day.
    expect(count(readings)).toBe(24 * GB);
  });

  it('should not take traffic that was bought for use', () => {
    const readings = read('left_gb', BEGIN, BEGIN + DAY, HOUR, (at) => {
      const hours = (at - BEGIN) / HOUR;
      return 100 - hours + (hours >= 12 ? 500 : 0);
    });
    expect(count(readings)).toBe(23 * GB);
  });

  it.each<[string, CounterReading[]]>([
    ['no reading', []],
    ['one reading', read('used_gb', BEGIN, BEGIN, HOUR, () => 1)],
    ['readings that begin after midnight', read('used_gb', BEGIN + 1, BEGIN + DAY, HOUR, () => 1)],
    ['readings that end before midnight', read('used_gb', BEGIN, BEGIN + DAY - 1, HOUR, () => 1)],
    [
      'a pause of hours over midnight',
      read('used_gb', BEGIN - 2 * HOUR, BEGIN + DAY + HOUR, 3 * HOUR, () => 1),
    ],
    [
      'another counter in between',
      [
        ...read('used_gb', BEGIN, BEGIN + 12 * HOUR, HOUR, () => 1),
        ...read('left_gb', BEGIN + 13 * HOUR, BEGIN + DAY, HOUR, () => 1),
      ],
    ],
  ])('should know nothing of a day with %s', (_, readings) => {
    expect(count(readings)).toBeNull();
  });

  it('should bridge a pause within the day', () => {
    const readings = [0, 1, 2, 20, 23, 24].map((hour) => ({
      at: new Date(BEGIN + hour * HOUR),
      counter: 'used_gb' as const,
      amount: hour,
    }));
    expect(count(readings)).toBe(24 * GB);
  });
});
