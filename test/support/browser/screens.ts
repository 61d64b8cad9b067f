import {
  findHorizontalOverflow,
  findSeriousViolationsBesideColours,
  findSeriousViolationsInBothThemes,
} from './accessibility';
import { PHONE, type BrowserTestApp, type PageOptions, type TestPage } from './browser-test-app';
import { trackLayoutShifts } from './layout-shifts';

/** What axe checks of a dialog: the screen behind it is checked without. */
export const DIALOG = '[role=dialog], dialog[open]';

/** A page on which screens are opened one after another. */
export interface ScreenPage extends TestPage {
  isPhone: boolean;
  getLayoutShift: () => Promise<number>;
}

export async function openScreenPage(
  app: BrowserTestApp,
  viewport: PageOptions['viewport'],
): Promise<ScreenPage> {
  const testPage = await app.openPage({ viewport });
  return {
    ...testPage,
    isPhone: viewport === PHONE,
    getLayoutShift: await trackLayoutShifts(testPage),
  };
}

/**
 * Overflow of the open screen and serious accessibility violations on it. Colours are those of a phone at any width.
 * @param within the part that is checked for violations, when the rest is that of a screen
 */
export async function expectGoodLayout(
  { page, isPhone }: Pick<ScreenPage, 'page' | 'isPhone'>,
  within?: string,
): Promise<void> {
  const find = isPhone ? findSeriousViolationsInBothThemes : findSeriousViolationsBesideColours;
  expect(await find(page, within)).toEqual([]);
  expect(await findHorizontalOverflow(page)).toEqual({});
}
