import { PaymentsTestApp } from './payments-test-app';

interface Options {
  /** `file` is quicker; `case` where each compares all there is. */
  per?: 'file' | 'case';
  /** Promises that the cases break by what they leave out. */
  except?: string;
}

/**
 * Opens a testApp for the cases of a spec file and closes it after them. Every promise about money holds
 * after each case.
 * @param take is handed each testApp as it is opened.
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
