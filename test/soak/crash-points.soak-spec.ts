import { CrashLab } from '../support/e2e/crash-lab';
import { runTrials, CRASH_TRIALS } from '../support/e2e/crash-trials';

/** Kills per crash point. */
const ROUNDS = Number(process.env.SOAK_ROUNDS ?? '10');

jest.setTimeout(3_600_000);

describe('Crash points (soak)', () => {
  let lab: CrashLab;

  beforeAll(async () => {
    lab = await CrashLab.open();
  });
  afterAll(() => lab?.close());

  it.each(Array.from({ length: ROUNDS }, (_, index) => index + 1))(
    `should keep money and orders consistent at every crash point: round %i of ${ROUNDS}`,
    async () => {
      const assertions = await runTrials(lab, CRASH_TRIALS);
      await lab.drain();
      for (const assertion of assertions.values()) await assertion();
      const { status, output } = await lab.ledgerCheck();
      expect(output).toMatch(/^(\d+) of \1 invariants hold$/m);
      expect(status).toBe(0);
    },
  );
});
