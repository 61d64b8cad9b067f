import { DAY, HOUR } from '../../common/time/clock';
import type { CounterReading } from '../providers/providers.types';

/** Across a longer pause nobody knows on which side of midnight the traffic was. */
const LONGEST_PAUSE = 2 * HOUR;

/**
 * The traffic of a day from the readings of a running count. What lies between two readings counts as even; at midnight
 * that shifts a part of a quarter of an hour.
 * @param readings the earliest first.
 * @param day its midnight in UTC.
 * @param bytesPerGb what the provider counts as a gigabyte.
 * @returns bytes; null unless the readings cover the day.
 */
export function countDay(
  readings: readonly CounterReading[],
  day: Date,
  bytesPerGb: number,
): number | null {
  const [begin, end] = [day.getTime(), day.getTime() + DAY];
  let bytes = 0;
  let covered = begin;
  for (let i = 1; i < readings.length; i++) {
    const [before, after] = [readings[i - 1]!, readings[i]!];
    const [from, to] = [before.at.getTime(), after.at.getTime()];
    if (to <= begin || from >= end) continue;
    const isInside = from >= begin && to <= end;
    // After a change of the counter the two amounts have nothing in common.
    if (before.counter !== after.counter || from > covered) return null;
    if (!isInside && to - from > LONGEST_PAUSE) return null;
    const share = (Math.min(to, end) - Math.max(from, begin)) / (to - from);
    const unit = after.counter === 'used_bytes' ? 1 : bytesPerGb;
    bytes += usedBetween(before, after) * unit * share;
    covered = Math.min(to, end);
  }
  return covered === end ? Math.round(bytes) : null;
}

/** A count of use that fell began again at 0; traffic that was bought hides what was used meanwhile. */
function usedBetween(before: CounterReading, after: CounterReading): number {
  if (after.counter === 'left_gb') return Math.max(before.amount - after.amount, 0);
  return after.amount >= before.amount ? after.amount - before.amount : after.amount;
}
