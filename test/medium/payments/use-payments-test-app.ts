import { Desk } from './payments-test-app';

interface Upkeep {
  /** `file` is quicker; `case` where each compares all there is. */
  per?: 'file' | 'case';
  /** Promises that the cases break by what they leave out. */
  except?: string;
}

/**
 * Opens a desk for the cases of a spec file and closes it after them. Every promise about money holds
 * after each case.
 * @param take is handed each desk as it is opened.
 */
export function useDesk(take: (desk: Desk) => void, { per = 'file', except }: Upkeep = {}): void {
  let desk: Desk | undefined;
  const open = async () => {
    desk = await Desk.open();
    take(desk);
  };
  const close = async () => {
    await desk?.close();
    desk = undefined;
  };
  const settleDown = async () => {
    const broken = (await desk?.settleDown()) ?? [];
    if (per === 'case') await close();
    expect(broken.filter((promise) => !except || !promise.startsWith(except))).toEqual([]);
  };
  if (per === 'file') beforeAll(open);
  else beforeEach(open);
  afterEach(settleDown);
  if (per === 'file') afterAll(close);
}
