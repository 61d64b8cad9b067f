import { expectInvariantsToHold } from '../../support/integrity';
import { PaymentsTestApp } from './payments-test-app';

interface Options {
  /** `file` is faster; `case` for tests that compare the whole database. */
  per?: 'file' | 'case';
  /** Invariants that the fixtures of the cases violate. */
  except?: string;
}

/**
 * Opens a PaymentsTestApp for a spec file, or for each case, and checks every ledger invariant before it is closed.
 * @param take receives each PaymentsTestApp when it is opened.
 */
export function usePaymentsTestApp(
  take: (testApp: PaymentsTestApp) => void,
  { per = 'file', except }: Options = {},
): void {
  let testApp: PaymentsTestApp;
  const [before, after] = per === 'file' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    testApp = await PaymentsTestApp.open();
    take(testApp);
  });
  afterEach(() => testApp.reset());
  expectInvariantsToHold(() => testApp.sandbox, { except, per });
  after(() => testApp.close());
}
