/** Upper ends in milliseconds; a last stretch holds all that took longer. Stored: only ever append. */
export const LATENCY_BUCKETS = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000] as const;
export const BUCKET_COUNT = LATENCY_BUCKETS.length + 1;

export function toBucketIndex(milliseconds: number): number {
  const index = LATENCY_BUCKETS.findIndex((end) => milliseconds <= end);
  return index < 0 ? BUCKET_COUNT - 1 : index;
}

/**
 * Where a share of all durations ends, taken as spread evenly within its stretch.
 * @param counts one per stretch.
 * @param share 0 to 1.
 * @returns milliseconds; null without any; the last bound when it lies beyond.
 */
export function quantile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!total) return null;
  let left = share * total;
  for (const [index, end] of LATENCY_BUCKETS.entries()) {
    const count = counts[index] ?? 0;
    if (left <= count) {
      const start = LATENCY_BUCKETS[index - 1] ?? 0;
      return Math.round(start + (count ? left / count : 1) * (end - start));
    }
    left -= count;
  }
  return LATENCY_BUCKETS[LATENCY_BUCKETS.length - 1]!;
}
