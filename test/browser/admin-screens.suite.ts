import { poll } from '../../src/embedded/poll';
import {
  ALL_WIDTHS,
  findHorizontalOverflow,
  findSeriousViolations,
  findSmallTargets,
} from '../support/browser/accessibility';
import { buyProxy, createCustomer, topUp } from '../support/browser/account';
import {
  DESKTOP,
  expectVisible,
  PHONE,
  type BrowserTestApp,
} from '../support/browser/browser-test-app';
import {
  MAX_STAFF_LAYOUT_SHIFT,
  withLateAnswer,
  withLateScript,
} from '../support/browser/layout-shifts';
import {
  DIALOG,
  expectGoodLayout,
  openScreenPage,
  type ScreenPage,
} from '../support/browser/screens';
import { openSession, signIn } from '../support/browser/session';
import { gotoAndSettle, waitUntilSettled } from '../support/browser/settle';
import { createSubAdmin } from '../support/browser/staff';
import type { Page } from 'playwright-core';

const SCREENS = [
  '/admin/dashboard',
  '/admin/approvals',
  '/admin/users',
  '/admin/users?search=nobody-of-this-name',
  '/admin/proxies',
  '/admin/exits',
  '/admin/stock',
  '/admin/providers',
  '/admin/coverage',
  '/admin/networks',
  '/admin/network',
  '/admin/prices',
  '/admin/blocked-targets',
  '/admin/coupons',
  '/admin/invoices',
  '/admin/transactions',
  '/admin/reconciliation',
  '/admin/clearing',
  '/admin/reports',
  '/admin/reports?tab=proxy-usage',
  '/admin/reports?tab=revenue',
  '/admin/reports?tab=performance',
  '/admin/reports?tab=profit',
  '/admin/audit',
  '/admin/machinery',
  '/admin/gateways',
  '/admin/jobs',
  '/admin/mails',
  '/admin/payment-notices',
  '/admin/announcements',
  '/admin/incidents',
  '/admin/maintenance',
  '/admin/settings',
  '/admin/staff',
  '/admin/settings?tab=payment',
  '/admin/settings?tab=email',
  '/admin/userprofile?id=2',
  '/admin/proxies/1',
  '/admin/security',
];
const FULL_WIDTH = ['/admin/users', '/admin/transactions', '/admin/dashboard'];
const DIALOGS = [
  '/admin/users?modal=view&user=2',
  '/admin/users?modal=edit&user=2',
  '/admin/users?modal=add',
  '/admin/users?modal=fund&user=2',
  '/admin/users?modal=delete&user=2',
  '/admin/users?modal=profile&user=2',
  '/admin/proxies?proxy=1',
  '/admin/transactions?transaction=1',
  '/admin/audit?log=5',
];

const MAX_ROW_HEIGHT = 80;

/** Rows of lists that have more than two lines, or a menu that is too small to tap. */
const findTallRows = (page: Page): Promise<string[]> =>
  page.evaluate((max) => {
    const rows = [...document.querySelectorAll<HTMLElement>('#main ul[aria-label] > li')].filter(
      (row) => row.querySelector('[aria-label^="Actions for "]'),
    );
    return rows.flatMap((row) => {
      const menus = [...row.querySelectorAll<HTMLElement>('[aria-label^="Actions for "]')];
      const [width, height] = [menus[0]!.offsetWidth, menus[0]!.offsetHeight];
      const fits = row.offsetHeight <= max && menus.length === 1 && Math.min(width, height) >= 44;
      return fits ? [] : [`${row.innerText}: ${row.offsetHeight} px, menu ${width}×${height}`];
    });
  }, MAX_ROW_HEIGHT);

const gotoDialogAndSettle = async (page: Page, path: string): Promise<void> => {
  await gotoAndSettle(page, path);
  await page.getByRole('dialog').waitFor();
  await waitUntilSettled(page);
};

export function testAdminScreens(getApp: () => BrowserTestApp): void {
  describe('screens', () => {
    beforeAll(async () => {
      const { platform } = getApp();
      const customer = await createCustomer(platform);
      await topUp(platform, customer, 20_000);
      await buyProxy(platform, customer, 'ng');
    });

    const signInAdmin = async (page: Page): Promise<void> => {
      const { platform } = getApp();
      await signIn(page, await openSession(platform, platform.admin, 'staff'));
    };

    describe.each([
      { width: DESKTOP.width, viewport: DESKTOP },
      { width: PHONE.width, viewport: PHONE },
    ])('every screen of the back office at $width px', ({ viewport }) => {
      let screen: ScreenPage;
      let page: Page;

      beforeAll(async () => {
        screen = await openScreenPage(getApp(), viewport);
        ({ page } = screen);
      });
      afterAll(() => screen.context.close());

      const expectGoodScreen = async (path: string): Promise<void> => {
        await gotoAndSettle(page, path);
        expect(await findSmallTargets(page)).toEqual([]);
        expect(await screen.getLayoutShift()).toBeLessThanOrEqual(MAX_STAFF_LAYOUT_SHIFT);
        await expectGoodLayout(screen);
      };

      it('/admin/login has no layout shift, overflow, serious accessibility violation or small target', () =>
        expectGoodScreen('/admin/login'));

      /** Uses a window of 1920 px. */
      const expectFullWidth = async (): Promise<void> => {
        await page.setViewportSize({ width: 1920, height: 900 });
        const content = await page.locator('#main > div').boundingBox();
        expect(content!.width).toBeGreaterThanOrEqual(1600);
        const fields = await page
          .locator('#main input')
          .evaluateAll((all) => all.map((field) => field.getBoundingClientRect().width));
        expect(Math.max(0, ...fields)).toBeLessThanOrEqual(640);
        await page.setViewportSize(DESKTOP);
      };

      describe('for an admin', () => {
        beforeAll(() => signInAdmin(page));

        it.each(SCREENS)(
          '%s has no layout shift, overflow, serious accessibility violation or small target',
          async (path) => {
            await expectGoodScreen(path);
            if (screen.isPhone) expect(await findTallRows(page)).toEqual([]);
            else if (FULL_WIDTH.includes(path)) await expectFullWidth();
          },
        );

        it.each([
          ['/admin/security', '/admin/second-factor'],
          ['/admin/staff', '/admin/staff'],
          ['/admin/staff', '/admin/second-factor/requirement'],
        ])('%s has no layout shift when the answer of %s arrives last', async (path, answer) => {
          await withLateAnswer(page, answer, () => gotoAndSettle(page, path));
          expect(await screen.getLayoutShift()).toBeLessThanOrEqual(MAX_STAFF_LAYOUT_SHIFT);
        });

        it.each(viewport === PHONE ? ['compact-rows', 'list-pagination'] : ['table-rows'])(
          '/admin/proxies has no layout shift when the script of %s arrives last',
          async (script) => {
            await withLateScript(page, script, () => gotoAndSettle(page, '/admin/proxies'));
            expect(await screen.getLayoutShift()).toBeLessThanOrEqual(MAX_STAFF_LAYOUT_SHIFT);
          },
        );
      });

      it('should log no console errors', () => {
        expect(screen.consoleErrors).toEqual([]);
      });
    });

    describe('the back office', () => {
      let screen: ScreenPage;
      let page: Page;

      beforeAll(async () => {
        screen = await openScreenPage(getApp(), PHONE);
        ({ page } = screen);
        await signInAdmin(page);
      });
      afterAll(() => screen.context.close());

      it.each(DIALOGS)(
        'the dialog at %s has no overflow, serious accessibility violation or small target at any width',
        async (path) => {
          await gotoDialogAndSettle(page, path);
          for (const viewport of [PHONE, DESKTOP]) {
            await page.setViewportSize(viewport);
            await waitUntilSettled(page);
            expect(await findSmallTargets(page)).toEqual([]);
            await expectGoodLayout({ page, isPhone: viewport === PHONE }, DIALOG);
          }
          await page.setViewportSize(PHONE);
        },
      );

      it('the actions of a transaction stay in sight', async () => {
        await gotoDialogAndSettle(page, '/admin/transactions?transaction=1');
        for (const { width } of [PHONE, DESKTOP]) {
          await page.setViewportSize({ width, height: 480 });
          const footer = page.getByRole('dialog').locator('.ant-modal-footer');
          await footer.getByRole('button', { name: 'Receipt' }).waitFor();
          const box = (await footer.boundingBox())!;
          expect(box.y + box.height).toBeLessThanOrEqual(480);
        }
        await page.setViewportSize(PHONE);
      });

      it('should show amounts of ten digits in full, and long emails without overflow', async () => {
        await page.route('**/api/v1/admin/transactions/all?**', async (route) => {
          const answer = await route.fetch();
          const { data } = (await answer.json()) as {
            data: { statistics: object; transactions: { user: object }[] };
          };
          const huge = { total_revenue: 9_876_543_210, debit_amount: 9_876_543_210 };
          const email = 'oluwaseun.adebayo-ogunleye@international-logistics-company.com.ng';
          const transactions = data.transactions.map((row) => ({
            ...row,
            amount: 987_654_321,
            user: { ...row.user, email },
          }));
          const statistics = { ...data.statistics, ...huge, pending_amount: 9_876_543_210 };
          await route.fulfill({
            json: { success: true, data: { ...data, statistics, transactions } },
          });
        });
        await gotoAndSettle(page, '/admin/transactions');
        await page.getByText('₦9,876,543,210').nth(2).waitFor();
        expect(await findHorizontalOverflow(page, ALL_WIDTHS)).toEqual({});
        await page.unrouteAll();
      });

      it('should filter the audit trail by dates typed digit by digit', async () => {
        // Of a computer: on a touch screen the keyboard would cover the calendar, and days are chosen.
        const { page: desk, context } = await openScreenPage(getApp(), DESKTOP);
        await signInAdmin(desk);
        await gotoAndSettle(desk, '/admin/audit');
        const type = async (text: string): Promise<void> => {
          await desk.keyboard.type(text, { delay: 60 });
          await desk.keyboard.press('Enter');
        };
        await desk.getByLabel('Start date').click();
        await type('2026-11-01');
        // Enter moves to the end of the range.
        await type('2026-11-30');
        await desk.waitForURL(/start_date=2026-11-01&end_date=2026-11-30/);
        const days = async () => [
          await desk.getByLabel('Start date').inputValue(),
          await desk.getByLabel('End date').inputValue(),
        ];
        // The picker shows the range shortly after the URL has changed.
        await poll(async () => !(await days()).includes(''), 30_000);
        expect(await days()).toEqual(['1 Nov 2026', '30 Nov 2026']);
        await context.close();
      });
    });

    describe('for a sub-admin', () => {
      let screen: ScreenPage;
      let page: Page;

      beforeAll(async () => {
        const { platform } = getApp();
        screen = await openScreenPage(getApp(), DESKTOP);
        ({ page } = screen);
        const subAdmin = await createSubAdmin(platform);
        await signIn(page, await openSession(platform, subAdmin, 'staff'));
      });
      afterAll(() => screen.context.close());

      it.each([
        ['/admin/dashboard', 'Financial data is restricted to admin users only.'],
        ['/admin/users', 'Hidden'],
        ['/admin/userprofile?id=2', 'Purchase history is restricted to admin users only.'],
        ['/admin/proxies?proxy=1', 'Credentials are restricted to admin users only.'],
        ['/admin/settings', 'Forbidden'],
      ])(
        '%s says what is restricted, without a serious accessibility violation',
        async (path, text) => {
          await gotoAndSettle(page, path);
          await expectVisible(page, text);
          await waitUntilSettled(page);
          expect(await page.getByText('₦').count()).toBe(0);
          expect(await findSeriousViolations(page)).toEqual([]);
        },
      );

      it('should log no console errors', () => {
        expect(screen.consoleErrors).toEqual([]);
      });
    });
  });
}
