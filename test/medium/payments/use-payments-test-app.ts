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
  let testApp: PaymentsTestApp | undefined;
  const open = async () => {
    testApp = await PaymentsTestApp.open();
    take(testApp);
  };
  const close = async () => {
    await testApp?.close();
    testApp = undefined;
  };
  const check = async () => {
    const broken = (await testApp?.findViolatedInvariants()) ?? [];
    expect(broken.filter((promise) => !except || !promise.startsWith(except))).toEqual([]);
  };
  if (per === 'file') beforeAll(open);
  else beforeEach(open);
  afterEach(() => testApp?.reset());
  if (per === 'case' || process.env.CHECK_INVARIANTS === 'each') afterEach(check);
  else afterAll(check);
  if (per === 'case') afterEach(close);
  else afterAll(close);
}
