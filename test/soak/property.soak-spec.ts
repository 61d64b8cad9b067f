import { runCommandSequence } from '../support/money/property-runner';
import { SystemUnderTest } from '../support/money/system-under-test';

/**
 * SOAK_SEED replays one seed; SOAK_SEEDS and SOAK_STEPS set the number of runs and their length, SOAK_FIRST
 * the first seed.
 */
const { SOAK_SEED, SOAK_FIRST = '1', SOAK_SEEDS = '500', SOAK_STEPS = '200' } = process.env;
const STEPS = Number(SOAK_STEPS);
const SEEDS = SOAK_SEED
  ? [Number(SOAK_SEED)]
  : Array.from({ length: Number(SOAK_SEEDS) }, (_, index) => index + Number(SOAK_FIRST));
/** Each step checks the invariants over the whole database, so a database is used for a few runs only. */
const SEEDS_PER_DATABASE = 5;

jest.setTimeout(24 * 3_600_000);

const log = (text: string): void => void process.stderr.write(`${text}\n`);

describe('Random payment and order histories (soak)', () => {
  it(`should keep every invariant and match the model over ${SEEDS.length} seeds of ${STEPS} steps`, async () => {
    const began = Date.now();
    for (let first = 0; first < SEEDS.length; first += SEEDS_PER_DATABASE) {
      const system = await SystemUnderTest.open();
      try {
        for (const seed of SEEDS.slice(first, first + SEEDS_PER_DATABASE))
          await runCommandSequence(system, seed, STEPS);
      } finally {
        await system.close();
      }
      const done = Math.min(first + SEEDS_PER_DATABASE, SEEDS.length);
      const minutes = (Date.now() - began) / 60_000;
      const left = Math.ceil((minutes / done) * (SEEDS.length - done));
      log(`  ${done} of ${SEEDS.length} seeds hold, about ${left} min to go`);
    }
  });
});
