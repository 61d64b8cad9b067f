import { CrashLab } from '../support/e2e/crash-lab';
import { TRIALS, type Verdict } from '../support/e2e/crash-trials';

jest.setTimeout(180_000);

describe('A process that dies between two steps', () => {
  const verdicts = new Map<string, Verdict>();
  let lab: CrashLab;

  beforeAll(async () => {
    lab = await CrashLab.open();
  });
  afterAll(() => lab?.close());

  const names = TRIALS.map(({ point }) => point);

  it.each(TRIALS)('dies at $point', async (trial) => {
    verdicts.set(trial.point, await trial.run(lab));
  });

  it('leaves nothing open once a worker lives', async () => {
    await lab.drain();
  });

  it.each(names)('leaves money and goods as one at %s', async (point) => {
    const verdict = verdicts.get(point);
    expect(verdict).toBeDefined();
    await verdict!();
  });

  it('leaves books in which every promise holds', async () => {
    const { status, output } = await lab.ledgerCheck();
    expect(output).toMatch(/^(\d+) of \1 promises hold$/m);
    expect(status).toBe(0);
  });
});
