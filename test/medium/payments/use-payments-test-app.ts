import { PaymentsTestApp } from './payments-test-app';

interface Options {
  /** `file` is faster; `case` for tests that compare the whole database. */
  per?: 'file' | 'case';
  /** Invariants that the fixtures of the cases violate. */
  except?: string;
}

/**
 * Opens a PaymentsTestApp for a spec file, closes it afterwards and checks every ledger invariant
 * after each case.
 * @param take receives each PaymentsTestApp when it is opened.
 */
export function usePaymentsTestApp(
  take: (testApp: PaymentsTestApp) => void,
  { per = 'file', except }: Options = {},
): void {
  let testApp: PaymentsTestApp | undefined;
  const open = async () => {
    testApp = await PaymentsTestApp.open();
    take(testApp);
  };
  const close = async () => {
    await testApp?.close();
    testApp = undefined;
  };
  const settleDown = async () => {
    const broken = (await testApp?.resetAndCheckInvariants()) ?? [];
    if (per === 'case') await close();
    expect(broken.filter((promise) => !except || !promise.startsWith(except))).toEqual([]);
  };
  if (per === 'file') beforeAll(open);
  else beforeEach(open);
  afterEach(settleDown);
  if (per === 'file') afterAll(close);
}
