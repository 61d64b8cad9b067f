import { INVARIANTS } from '../../src/admin/integrity/invariants';
import { CrashLab } from '../support/e2e/crash-lab';
import { CRASH_TRIALS, runTrials, toName, type Assertions } from '../support/e2e/crash-trials';

jest.setTimeout(240_000);

/** One or two of every path of money; `npm run soak` crashes at all of them. */
const NAMES = [
  'purchase.before-commit',
  'renewal.before-commit',
  'settle.before-commit',
  'settle.after-commit',
  'correction.before-commit',
  'invoice.before-commit',
  'refund.before-commit',
  'transfer.before-settle',
  'webhook-delivery.after-call',
];

describe('Crash points', () => {
  let assertions: Map<string, Assertions>;
  let lab: CrashLab;

  beforeAll(async () => {
    lab = await CrashLab.open();
    const trials = CRASH_TRIALS.filter((trial) => NAMES.includes(toName(trial)));
    assertions = await runTrials(lab, trials);
  });
  afterAll(() => lab?.close());

  it('leaves no pending work once a worker runs', async () => {
    await lab.drain();
  });

  it.each(NAMES)('keeps money and goods consistent after a crash at %s', async (name) => {
    const assertion = assertions.get(name);
    expect(assertion).toBeDefined();
    await assertion!();
  });

  it('keeps every ledger invariant', async () => {
    const { status, output } = await lab.ledgerCheck();
    expect(output).toMatch(/^(\d+) of \1 invariants hold$/m);
    expect(status).toBe(0);
  });

  it('ledger check reports each violated invariant with its count and fails', async () => {
    const shift = (kobo: number) =>
      lab.sql(
        `UPDATE ledger_account SET balance_kobo = balance_kobo + $1 WHERE id IN
           (SELECT id FROM ledger_account WHERE kind = 'wallet' ORDER BY id LIMIT 2) RETURNING code`,
        [kobo],
      );
    const moved = await shift(1);
    const { status, output } = await lab.ledgerCheck();
    await shift(-1);
    expect(status).toBe(1);
    expect(output).toMatch(/^BROKEN {7}2 {2}balances-equal-entries$/m);
    for (const { code } of moved) expect(output).toContain(String(code));
    for (const name of Object.keys(INVARIANTS))
      if (name !== 'balances-equal-entries')
        expect(output).toMatch(new RegExp(`^holds {8}0 {2}${name}$`, 'm'));
    for (const chain of ['ledger', 'audit'])
      expect(output).toMatch(new RegExp(`^holds {8}0 {2}${chain}-chain-is-whole$`, 'm'));
  });
});
