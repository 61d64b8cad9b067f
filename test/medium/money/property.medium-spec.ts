import { BONUS_COMMANDS, runCommandSequence } from '../../support/money/property-runner';
import { SystemUnderTest } from '../../support/money/system-under-test';

jest.setTimeout(120_000);

const STEPS = 50;
/** The soak checks them after each step. What breaks one stays in the books. */
const INVARIANTS_EVERY = 5;
const SEEDS = Array.from({ length: 12 }, (_, index) => 1000 + index);

describe('Random payment and order histories', () => {
  let system: SystemUnderTest;

  beforeAll(async () => {
    system = await SystemUnderTest.open();
  });
  afterAll(() => system?.close());

  it.each(SEEDS)('should keep every invariant and match the model: seed %i', (seed) =>
    runCommandSequence(system, seed, STEPS, { invariantsEvery: INVARIANTS_EVERY }),
  );

  it.each([2000, 2001, 2002])('should keep the books of bonuses and disputes: seed %i', (seed) =>
    runCommandSequence(system, seed, STEPS, {
      commands: BONUS_COMMANDS,
      invariantsEvery: INVARIANTS_EVERY,
    }),
  );
});
