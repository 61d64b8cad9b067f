import type { Page } from 'playwright-core';
import {
  ALL_WIDTHS,
  findHorizontalOverflow,
  findSeriousViolationsInBothThemes,
} from '../support/browser/accessibility';
import {
  buyProxy,
  createCustomer,
  startTopUp,
  topUp,
  type Customer,
} from '../support/browser/account';
import { DESKTOP, PHONE, type BrowserTestApp } from '../support/browser/browser-test-app';
import { MAX_LAYOUT_SHIFT, withLateAnswer } from '../support/browser/layout-shifts';
import { chooseAction, choosePlace } from '../support/browser/menu';
import {
  DIALOG,
  expectGoodLayout,
  openScreenPage,
  type ScreenPage,
} from '../support/browser/screens';
import { call, signIn } from '../support/browser/session';
import { gotoAndSettle, waitUntilSettled } from '../support/browser/settle';

const PUBLIC = [
  '/',
  '/auth',
  '/auth?mode=register',
  '/forgot-password',
  '/verify-email/1/none',
  '/join?token=none',
  '/auth/google/callback?error=access_denied',
  '/terms-of-service',
  '/privacy-policy',
  '/support?reference=TOPUP-1',
  '/help',
  '/help/proxy-errors',
  '/docs/errors',
  '/docs/quickstart',
  '/status',
  '/nowhere',
];
const PRIVATE = [
  '/buyproxy',
  '/buyproxy?type=mobile',
  '/buyproxy?type=datacenter',
  '/transactions',
  '/wallet',
  '/proxyhistory',
  '/proxyhistory?search=nothing-of-this-name',
  '/proxyhistory/999999',
  '/profile',
  '/profile?tab=accounts',
  '/profile?tab=notifications',
  '/profile?tab=billing',
  '/profile?tab=security',
  '/developers',
  '/developers?tab=webhooks',
  '/team',
  '/referrals',
  '/usage',
  '/usage?period=dates&from=2026-01-01&to=2026-01-31',
];

/** 32 characters, of the widest letters. */
const LONGEST_TAG = 'wwwwwwww-mmmmmmmm-wwwwwwww-mmmmm';

/** Opens a dialog of the first proxy: a button of its row in the table, an entry of its menu on a phone. */
async function openRowDialog(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: /^Actions for #/ }).first();
  await menu.waitFor();
  const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
  if (await button.isVisible()) return button.click();
  await menu.click();
  await page.getByRole('menuitem', { name }).click();
}

/** Where the text of the title ends and the button to close begins. */
const findTitleAndClose = (page: Page): Promise<{ end: number; close: number }> =>
  page.getByRole('dialog').evaluate((dialog) => {
    const range = document.createRange();
    range.selectNodeContents(dialog.querySelector('.ant-modal-title')!);
    return {
      end: range.getBoundingClientRect().right,
      close: dialog.querySelector('[aria-label="Close dialog"]')!.getBoundingClientRect().x,
    };
  });

/** Where the rightmost figure ends. */
const findEndOfFigures = (page: Page): Promise<number> =>
  page.locator('main [class*="money"]').evaluateAll((figures) => {
    const range = document.createRange();
    return Math.max(
      ...figures.map((figure) => {
        // Without the word for screen readers.
        range.selectNode(figure.firstChild!);
        return range.getBoundingClientRect().right;
      }),
    );
  });

export function testCustomerScreens(getApp: () => BrowserTestApp): void {
  describe('screens', () => {
    let customer: Customer;
    let pending: string;
    let proxyId: number;

    beforeAll(async () => {
      const { platform } = getApp();
      customer = await createCustomer(platform);
      await topUp(platform, customer, 20_000);
      pending = (await startTopUp(platform, customer, 5_000)).reference;
      proxyId = await buyProxy(platform, customer, 'ae');
    });

    describe.each([
      { width: DESKTOP.width, viewport: DESKTOP },
      { width: PHONE.width, viewport: PHONE },
    ])('every screen at $width px', ({ viewport }) => {
      let screen: ScreenPage;
      let page: Page;

      beforeAll(async () => {
        screen = await openScreenPage(getApp(), viewport);
        ({ page } = screen);
      });
      afterAll(() => screen.context.close());

      const expectGoodScreen = async (path: string): Promise<void> => {
        await gotoAndSettle(page, path);
        expect(await screen.getLayoutShift()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
        await expectGoodLayout(screen);
      };

      it.each(PUBLIC)(
        '%s has no layout shift, no overflow and no serious accessibility violation',
        expectGoodScreen,
      );

      describe('for a customer', () => {
        beforeAll(() => signIn(page, customer.session));

        it.each(PRIVATE)(
          '%s has no layout shift, no overflow and no serious accessibility violation',
          expectGoodScreen,
        );

        it('/dashboard has none either, and the link to support covers no figure', async () => {
          await expectGoodScreen('/dashboard');
          const link = page.getByRole('link', { name: /support/ });
          expect(await findEndOfFigures(page)).toBeLessThan((await link.boundingBox())!.x);
        });

        // The filter of the usage shows the country, whose name is long.
        it.each(['/proxyhistory/', '/usage?proxy_id='])(
          '%s with a proxy has no layout shift, no overflow and no serious accessibility violation',
          (path) => expectGoodScreen(path + proxyId),
        );

        it('the page of a proxy has no layout shift when the places come last', async () => {
          await withLateAnswer(page, '/pool/countries*', () =>
            gotoAndSettle(page, `/proxyhistory/${proxyId}?tab=settings`),
          );
          await page.getByLabel('ISP', { exact: true }).waitFor();
          expect(await screen.getLayoutShift()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
        });

        it('the dialogs of a proxy have no serious accessibility violation, and room for their titles', async () => {
          await gotoAndSettle(page, '/proxyhistory');
          for (const name of ['Proxy Details', 'More Details']) {
            await openRowDialog(page, name);
            const dialog = page.getByRole('dialog');
            await dialog.getByLabel('Password', { exact: true }).waitFor();
            await waitUntilSettled(page);
            const { end, close } = await findTitleAndClose(page);
            expect(end).toBeLessThan(close);
            await expectGoodLayout(screen, DIALOG);
            await page.keyboard.press('Escape');
            await dialog.waitFor({ state: 'hidden' });
          }
        });

        it('the price of a dearer place and its confirmation have no serious accessibility violation', async () => {
          const price = { current_price: 4_960, required_price: 49_600, difference: 44_640 };
          const answer = { json: { success: true, data: { ...price, currency: 'NGN' } } };
          await page.route('**/place/quote', (route) => route.fulfill(answer));
          await gotoAndSettle(page, '/proxyhistory');
          await openRowDialog(page, 'Proxy Details');
          await choosePlace(page, 'Country', 'Ghana');
          const buy = page.getByRole('button', { name: 'Move there for ₦44,640' });
          await buy.waitFor();
          await waitUntilSettled(page);
          await expectGoodLayout(screen, DIALOG);
          await buy.click();
          await page.getByRole('button', { name: 'Pay ₦44,640' }).waitFor();
          await waitUntilSettled(page);
          await expectGoodLayout(screen, DIALOG);
          await page.unroute('**/place/quote');
        });

        it.each(['/wallet', '/transactions'])(
          'a pending payment at %s has one primary action, and the others stand in one line',
          async (path) => {
            const key = `nairaproxy.pending-payment.${customer.session.user.id}`;
            await page.evaluate(
              ([name, text]) => localStorage.setItem(name!, text!),
              [key, pending],
            );
            await gotoAndSettle(page, path);
            const isInDialog = path === '/transactions' && viewport === PHONE;
            if (isInDialog)
              await page
                .getByRole('list', { name: 'Transactions' })
                .getByRole('button', { name: 'Wallet top-up' })
                .first()
                .click();
            const boxes = [];
            for (const name of [/^Continue/, /^Verify$/, /^Cancel/]) {
              const button = page
                .getByRole(isInDialog ? 'dialog' : 'main')
                .getByRole('button', { name });
              await button.waitFor();
              boxes.push((await button.boundingBox())!);
            }
            // At a restored scroll position the header may cover a button.
            await page.evaluate(() => window.scrollTo(0, 0));
            const [primary, verify, cancel] = boxes as [DOMRect, DOMRect, DOMRect];
            expect(cancel.y).toBe(verify.y);
            // The table has the room for all of them.
            if (primary.y !== verify.y) {
              expect(primary.y + primary.height).toBeLessThan(verify.y);
              expect(primary.x).toBe(verify.x);
              expect(primary.x + primary.width).toBeCloseTo(cancel.x + cancel.width, 0);
            }
            await expectGoodLayout(screen, isInDialog ? DIALOG : undefined);
            await page.evaluate((name) => localStorage.removeItem(name), key);
          },
        );
      });

      it('should log no console errors', () => {
        expect(screen.consoleErrors).toEqual([]);
      });
    });

    describe('screens and dialogs at one width', () => {
      let screen: ScreenPage;
      let page: Page;

      beforeAll(async () => {
        screen = await openScreenPage(getApp(), PHONE);
        ({ page } = screen);
      });
      afterAll(() => screen.context.close());

      const expectNoViolation = async (): Promise<void> => {
        await waitUntilSettled(page);
        expect(await findSeriousViolationsInBothThemes(page, DIALOG)).toEqual([]);
      };

      it('the form behind Contact Sales Team has no serious accessibility violation', async () => {
        await gotoAndSettle(page, '/');
        await page.getByRole('button', { name: 'Contact Sales Team' }).click();
        await page.getByRole('dialog').getByLabel('Message').waitFor();
        await expectNoViolation();
      });

      describe('for a customer', () => {
        beforeAll(async () => {
          await signIn(page, customer.session);
          await gotoAndSettle(page, '/proxyhistory');
        });

        it.each(['Renew', 'Add traffic', 'Auto-renew'])(
          'the dialog behind %s has no serious accessibility violation',
          async (label) => {
            await chooseAction(page, /^Actions for #/, label);
            await page.getByRole('dialog').getByText('balance', { exact: false }).first().waitFor();
            await expectNoViolation();
            await page.keyboard.press('Escape');
          },
        );

        it('the dialog behind Invoice has no serious accessibility violation', async () => {
          await gotoAndSettle(page, '/transactions');
          await chooseAction(page, /^Actions for BUY/, 'Invoice');
          await page.getByRole('dialog').getByLabel('Address').waitFor();
          await expectNoViolation();
          await page.keyboard.press('Escape');
        });

        it('should show the transactions as a table from 1024 px on, and print no controls', async () => {
          await page.setViewportSize({ ...PHONE, width: 1024 });
          await page.getByRole('table', { name: 'Transactions' }).waitFor();
          await page.emulateMedia({ media: 'print' });
          await page.getByText('Wallet top-up').first().waitFor();
          const controls = ['button', 'searchbox', 'combobox'] as const;
          for (const control of [
            ...controls.map((role) => page.getByRole(role)),
            page.getByRole('navigation', { name: 'Main' }),
          ])
            expect(await control.filter({ visible: true }).count()).toBe(0);
          await page.emulateMedia({ media: 'screen' });
          await page.setViewportSize(PHONE);
        });

        it('should show a nine-digit amount in full at 320 px', async () => {
          await page.setViewportSize({ ...PHONE, width: 320 });
          await page.route('**/api/v1/wallet', async (route) => {
            const answer = await route.fetch();
            const body = (await answer.json()) as { data: object };
            const huge = {
              balance: 987_654_321,
              this_month: 987_654_321,
              total_top_ups: 987_654_321,
            };
            await route.fulfill({ json: { ...body, data: { ...body.data, ...huge } } });
          });
          await gotoAndSettle(page, '/wallet');
          await page.getByText('₦987,654,321').nth(2).waitFor();
          const cut = await page.getByText('₦987,654,321').evaluateAll(
            (figures) =>
              figures.filter((figure) => {
                const { left, right } = figure.getBoundingClientRect();
                const card = figure.closest('dl > div, .ant-card-body')?.getBoundingClientRect();
                return card !== undefined && (right > card.right || left < card.left);
              }).length,
          );
          expect(cut).toBe(0);
          await page.unrouteAll();
          await page.setViewportSize(PHONE);
        });

        it('should show the longest tag without overflow or layout shift', async () => {
          await call(
            `${getApp().platform.apiUrl}/api/v1/user/proxies/${proxyId}/labels`,
            { add_tags: [LONGEST_TAG] },
            customer.session.token,
            'PUT',
          );
          await gotoAndSettle(page, `/proxyhistory?tag=${LONGEST_TAG}`);
          await page.getByLabel(`Remove filter Tag ${LONGEST_TAG}`).waitFor();
          expect(await findHorizontalOverflow(page, ALL_WIDTHS)).toEqual({});
          // From the second visit on, the tags may come last.
          await withLateAnswer(page, '/user/proxies/tags', () =>
            gotoAndSettle(page, '/proxyhistory'),
          );
          expect(await screen.getLayoutShift()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
        });
      });
    });
  });
}
