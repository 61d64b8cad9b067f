import { setTimeout as delay } from 'node:timers/promises';

/** Well above what the work takes, so that the clock tells nothing about what was done. */
const FLOOR_MS = 250;

/** Runs `work` and answers, or fails, no sooner than after a fixed time. */
export async function withMinResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(FLOOR_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
