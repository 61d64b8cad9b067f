const BATCH_SIZE = 5_000;
/** Bounds one run; the next run continues. */
const MAX_BATCHES = 50;

/**
 * Deletes in batches, so that no statement locks many rows for long.
 * @param deleteBatch deletes at most `limit` rows and returns how many it deleted.
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<number>,
): Promise<void> {
  for (let batches = 0; batches < MAX_BATCHES; batches += 1)
    if ((await deleteBatch(BATCH_SIZE)) < BATCH_SIZE) return;
}
