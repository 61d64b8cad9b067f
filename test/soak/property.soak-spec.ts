import { liveThrough } from '../support/money/property-runner';
import { World } from '../support/money/system-under-test';

/**
 * SOAK_SEED tries one seed again; SOAK_SEEDS and SOAK_STEPS say how many and how long, SOAK_FIRST where
 * to go on after a break.
 */
const { SOAK_SEED, SOAK_FIRST = '1', SOAK_SEEDS = '500', SOAK_STEPS = '200' } = process.env;
const STEPS = Number(SOAK_STEPS);
const SEEDS = SOAK_SEED
  ? [Number(SOAK_SEED)]
  : Array.from({ length: Number(SOAK_SEEDS) }, (_, index) => index + Number(SOAK_FIRST));
/** Every promise is asked of the whole database after each step, so it must not grow for ever. */
const SEEDS_PER_DATABASE = 5;

jest.setTimeout(24 * 3_600_000);

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

describe('Whatever happens to money and goods, for long', () => {
  // spec: M2.2
  it(`keeps every promise and the balances of the model over ${SEEDS.length} seeds of ${STEPS} steps`, async () => {
    const began = Date.now();
    for (let first = 0; first < SEEDS.length; first += SEEDS_PER_DATABASE) {
      const world = await World.open();
      try {
        for (const seed of SEEDS.slice(first, first + SEEDS_PER_DATABASE))
          await liveThrough(world, seed, STEPS);
      } finally {
        await world.close();
      }
      const done = Math.min(first + SEEDS_PER_DATABASE, SEEDS.length);
      const minutes = (Date.now() - began) / 60_000;
      const left = Math.ceil((minutes / done) * (SEEDS.length - done));
      tell(`  ${done} of ${SEEDS.length} seeds hold, about ${left} min to go`);
    }
  });
});
