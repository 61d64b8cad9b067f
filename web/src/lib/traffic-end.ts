import { formatDate } from './date';

const DAY_MS = 86_400_000;

/** How long the traffic lasts at the present rate. @param isOfOne of a single proxy; otherwise of the first that runs out. */
export function describeTrafficEnd(end: string, isOfOne: boolean, now = Date.now()): string {
  const days = Math.round((Date.parse(end) - now) / DAY_MS);
  const left = days < 1 ? 'less than a day' : `about ${days === 1 ? '1 day' : `${days} days`}`;
  return isOfOne
    ? `At the present rate its traffic lasts ${left}, until ${formatDate(end)}.`
    : `At the present rate the first proxy runs out of traffic in ${left}, on ${formatDate(end)}.`;
}
