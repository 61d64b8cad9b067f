const BATCH = 5_000;
/** The rest waits for the next run, so that no run is endless. */
const MOST_BATCHES = 50;

/**
 * Deletes a little at a time, so that no statement holds many rows for long.
 * @param deleteSome deletes at most `limit` rows and tells how many it did.
 */
export async function littleByLittle(
  deleteSome: (limit: number) => Promise<number>,
): Promise<void> {
  for (let batches = 0; batches < MOST_BATCHES; batches += 1)
    if ((await deleteSome(BATCH)) < BATCH) return;
}
