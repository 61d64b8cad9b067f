import {
  findHorizontalOverflow,
  findSeriousViolationsBesideColours,
  findSeriousViolationsInBothThemes,
} from './accessibility';
import { PHONE, type BrowserTestApp, type PageOptions, type TestPage } from './browser-test-app';
import { trackLayoutShifts } from './layout-shifts';

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

/** Overflow and serious accessibility violations of the open screen. Colours are those of a phone at any width. */
export async function expectGoodLayout({ page, isPhone }: ScreenPage): Promise<void> {
  const find = isPhone ? findSeriousViolationsInBothThemes : findSeriousViolationsBesideColours;
  expect(await find(page)).toEqual([]);
  expect(await findHorizontalOverflow(page)).toEqual({});
}
