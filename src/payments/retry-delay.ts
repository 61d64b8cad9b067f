import { SECOND } from '../common/time/clock';
import { SCHEDULES } from '../queue/job-catalog';

const FIRST_MS = 15 * SECOND;

/**
 * Milliseconds until a repeating job runs again after it could not read the provider, doubled with each failure.
 * @param failed consecutive failures, at least 1.
 * @returns null when the schedule of the job repeats it soon enough.
 */
export function getRetryDelay(
  job: 'payments.reconcile' | 'payments.import-payouts',
  failed: number,
): number | null {
  const delay = FIRST_MS * 2 ** (failed - 1);
  return delay <= SCHEDULES[job] / 2 ? delay : null;
}
