import { setTimeout as delay } from 'node:timers/promises';

/** Well above the duration of the work, so that response times leak nothing about it. */
const FLOOR_MS = 250;

/** Runs `work` and answers, or fails, no sooner than after a fixed time. */
export async function withMinResponseTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), delay(FLOOR_MS)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
