import type { Locator, Page } from 'playwright-core';
import { poll } from '../../src/embedded/poll';
import { buyProxy, createCustomer, topUp, type Customer } from '../support/browser/account';
import type { BrowserTestApp } from '../support/browser/browser-test-app';
import { hasFocus, tabTo } from '../support/browser/keyboard';
import { gotoAndSettle } from '../support/browser/settle';

export function testKeyboard(getApp: () => BrowserTestApp): void {
  describe('with the keyboard alone', () => {
    let page: Page;
    let customer: Customer;
    const invisible: string[] = [];
    const goTo = async (target: Locator): Promise<void> => {
      invisible.push(...(await tabTo(page, target)));
    };
    /** The URL changes shortly before the page is rendered and focused. */
    const expectFocusOnMain = async (): Promise<void> => {
      expect(await poll(() => hasFocus(page.getByRole('main')), 20_000)).toBe(true);
    };

    beforeAll(async () => {
      const { platform } = getApp();
      customer = await createCustomer(platform);
      await topUp(platform, customer, 20_000);
      await buyProxy(platform, customer, 'ae');
      ({ page } = await getApp().openPage());
    });
    afterAll(() => page.context().close());

    it('should skip the menu and sign in', async () => {
      await gotoAndSettle(page, '/auth');
      await goTo(page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Enter');
      await goTo(page.getByLabel('Email address'));
      await page.keyboard.type(customer.email);
      await goTo(page.getByLabel('Password', { exact: true }));
      await page.keyboard.type(customer.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard');
      await expectFocusOnMain();
    });

    it('should open a screen and focus its main content', async () => {
      await goTo(page.getByRole('link', { name: 'Proxy History' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Proxy History' }).waitFor();
      await expectFocusOnMain();
    });

    it.each(['Proxy Details', 'More Details'])(
      'should open the dialog behind %s and return the focus on Escape',
      async (name) => {
        const opener = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
        await opener.waitFor();
        await goTo(opener);
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        await goTo(dialog.getByRole('button', { name: 'Show password' }));
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'hidden' });
        expect(await poll(() => hasFocus(opener), 20_000)).toBe(true);
      },
    );

    it('should show a focus indicator on every tab stop', () => {
      expect(invisible).toEqual([]);
    });
  });
}
