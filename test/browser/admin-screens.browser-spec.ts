import { poll } from '../../src/embedded/poll';
import {
  findSmallTargets,
  findSeriousViolations,
  findSeriousViolationsInBothThemes,
  findHorizontalOverflow,
} from '../support/browser/accessibility';
import {
  buyProxy,
  createConfirmedAccount,
  signIn,
  topUp,
  type Account,
} from '../support/browser/account';
import {
  DESKTOP,
  describeInBrowser,
  PHONE,
  BrowserTestApp,
  expectVisible,
  type TestPage,
} from '../support/browser/browser-test-app';
import { gotoAndSettle, waitUntilSettled } from '../support/browser/settle';
import {
  MAX_STAFF_LAYOUT_SHIFT,
  trackLayoutShifts,
  withLateAnswer,
  withLateScript,
} from '../support/browser/layout-shifts';
import { signInStaff, createSubAdmin, type Credentials } from '../support/browser/staff';
import type { Page } from 'playwright-core';

jest.setTimeout(240_000);

const SCREENS = [
  '/admin/dashboard',
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
  '/admin/transactions',
  '/admin/reconciliation',
  '/admin/clearing',
  '/admin/reports',
  '/admin/reports?tab=proxy-usage',
  '/admin/reports?tab=revenue',
  '/admin/reports?tab=performance',
  '/admin/reports?tab=profit',
  '/admin/audit',
  '/admin/settings',
  '/admin/settings?tab=payment',
  '/admin/settings?tab=email',
  '/admin/userprofile?id=2',
  '/admin/security',
];
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

describeInBrowser('every screen of the back office', () => {
  let app: BrowserTestApp;
  let customer: Account;
  let bola: Credentials;

  beforeAll(async () => {
    app = await BrowserTestApp.start();
    customer = await createConfirmedAccount(app.platform);
    await topUp(app.platform, customer, 20_000);
    bola = await createSubAdmin(app.platform);
    await buyProxy(app, customer);
  });
  afterAll(() => app?.stop());

  describe.each([
    { width: DESKTOP.width, viewport: DESKTOP },
    { width: PHONE.width, viewport: PHONE },
  ])('for an admin at $width px in light and dark theme', ({ viewport }) => {
    let testPage: TestPage;
    let getLayoutShift: () => Promise<number>;

    beforeAll(async () => {
      testPage = await app.openPage({ viewport });
      getLayoutShift = await trackLayoutShifts(testPage);
      await gotoAndSettle(testPage.page, '/admin/login');
      expect(await findSeriousViolationsInBothThemes(testPage.page)).toEqual([]);
      await signInStaff(testPage.page, app.platform.admin);
    });
    afterAll(() => testPage.context.close());

    /** At widths from 320 to 1920 px. */
    const expectNoOverflow = async (): Promise<void> => {
      expect(await findHorizontalOverflow(testPage.page)).toEqual({});
      await testPage.page.setViewportSize(viewport);
    };

    // spec: R5.18
    it.each(SCREENS)(
      '%s has no layout shift, overflow, serious accessibility violation or small target',
      async (path) => {
        await gotoAndSettle(testPage.page, path);
        expect(await findSmallTargets(testPage.page)).toEqual([]);
        expect(await getLayoutShift()).toBeLessThanOrEqual(MAX_STAFF_LAYOUT_SHIFT);
        expect(await findSeriousViolationsInBothThemes(testPage.page)).toEqual([]);
        // spec: R9.3
        if (viewport === PHONE) expect(await findTallRows(testPage.page)).toEqual([]);
        if (viewport === PHONE) await expectNoOverflow();
      },
    );

    it.each(['/admin/second-factor', '/admin/second-factor/staff'])(
      '/admin/security has no layout shift when %s answers last',
      async (answer) => {
        const { page } = testPage;
        await withLateAnswer(page, answer, () => gotoAndSettle(page, '/admin/security'));
        expect(await getLayoutShift()).toBeLessThanOrEqual(MAX_STAFF_LAYOUT_SHIFT);
      },
    );

    it.each(viewport === PHONE ? ['compact-rows', 'list-pagination'] : ['table-rows'])(
      '/admin/proxies has no layout shift when the script of %s arrives last',
      async (script) => {
        const { page } = testPage;
        await withLateScript(page, script, () => gotoAndSettle(page, '/admin/proxies'));
        expect(await getLayoutShift()).toBeLessThanOrEqual(MAX_STAFF_LAYOUT_SHIFT);
      },
    );

    // spec: R5.18
    it.each(DIALOGS)(
      'the dialog at %s has no overflow and no serious accessibility violation',
      async (path) => {
        await gotoDialogAndSettle(testPage.page, path);
        expect(await findSmallTargets(testPage.page)).toEqual([]);
        expect(await findSeriousViolationsInBothThemes(testPage.page)).toEqual([]);
        if (viewport === PHONE) await expectNoOverflow();
      },
    );

    // spec: R5.16
    it('the actions of a transaction stay in sight', async () => {
      const { page } = testPage;
      await page.setViewportSize({ width: viewport.width, height: 480 });
      await gotoDialogAndSettle(page, '/admin/transactions?transaction=1');
      const footer = page.getByRole('dialog').locator('.ant-modal-footer');
      await footer.getByRole('button', { name: 'Receipt' }).waitFor();
      const box = (await footer.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(480);
      await page.setViewportSize(viewport);
    });

    it('should log no console errors', () => {
      expect(testPage.consoleErrors).toEqual([]);
    });
  });

  describe('at widths from 320 to 1920 px', () => {
    let page: Page;

    beforeAll(async () => {
      ({ page } = await app.openPage({ viewport: { width: 320, height: 640 } }));
      await gotoAndSettle(page, '/admin/login');
      expect(await findHorizontalOverflow(page)).toEqual({});
      await signInStaff(page, app.platform.admin);
    });

    // spec: R5.17
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
      expect(await findHorizontalOverflow(page)).toEqual({});
      await page.unrouteAll();
    });

    // spec: R9.2
    it.each(['/admin/users', '/admin/transactions', '/admin/dashboard'])(
      '%s uses a window of 1920 px',
      async (path) => {
        await page.setViewportSize({ width: 1920, height: 900 });
        await gotoAndSettle(page, path);
        const content = await page.locator('#main > div').boundingBox();
        expect(content!.width).toBeGreaterThanOrEqual(1600);
        const fields = await page.locator('#main input').all();
        for (const field of fields)
          expect((await field.boundingBox())?.width ?? 0).toBeLessThanOrEqual(640);
      },
    );
  });

  describe.each([
    { device: 'a desktop', viewport: DESKTOP },
    { device: 'a phone', viewport: PHONE },
  ])('for a sub-admin on $device', ({ viewport }) => {
    let testPage: TestPage;
    let page: Page;

    beforeAll(async () => {
      testPage = await app.openPage({ viewport });
      ({ page } = testPage);
      await signInStaff(page, bola);
    });
    afterAll(() => testPage.context.close());

    // spec: A2.22
    it('should hide financial data on the dashboard and state the restriction', async () => {
      await gotoAndSettle(page, '/admin/dashboard');
      await expectVisible(page, 'Hidden (Admin Only)');
      await expectVisible(page, 'Financial data is restricted to admin users only.');
      await expectVisible(page, 'Revenue analytics is restricted to admin users only');
      expect(await page.getByText('₦').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'View Reports' }).count()).toBe(0);
      expect(await findSeriousViolations(page)).toEqual([]);
    });

    // spec: A2.30
    it('should allow viewing users but not changing them', async () => {
      await gotoAndSettle(page, '/admin/users');
      await page
        .getByRole('button', { name: /^(View|Actions for) / })
        .first()
        .waitFor();
      await expectVisible(page, 'Hidden');
      for (const name of [/^Edit /, /^Fund wallet /, /^Delete /, /^Add User/])
        expect(await page.getByRole('button', { name }).count()).toBe(0);
      await gotoAndSettle(page, '/admin/users?modal=delete&user=2');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await findSeriousViolations(page)).toEqual([]);
    });

    // spec: A2.89
    it('should restrict a user’s purchases, payments and wallet activity', async () => {
      await gotoAndSettle(page, '/admin/userprofile?id=2');
      await expectVisible(page, 'Purchase history is restricted to admin users only.');
      await page.getByRole('tab', { name: 'Payment History' }).click();
      await expectVisible(page, 'Payment history is restricted to admin users only.');
      await page.getByRole('tab', { name: 'Wallet Activity' }).click();
      await expectVisible(page, 'Wallet activity is restricted to admin users only.');
      expect(await findSeriousViolations(page)).toEqual([]);
    });

    it('should hide credentials, proxy actions and payment actions', async () => {
      await gotoDialogAndSettle(page, '/admin/proxies?proxy=1');
      await expectVisible(page, 'Credentials are restricted to admin users only.');
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Password').count()).toBe(0);
      expect(await dialog.getByRole('button', { name: /Suspend|Reissue/ }).count()).toBe(0);
      expect(await findSeriousViolations(page)).toEqual([]);
      await gotoDialogAndSettle(page, '/admin/transactions?transaction=1');
      expect(await dialog.getByRole('button', { name: /Verify|charge-back/ }).count()).toBe(0);
    });

    it('should offer no export of the audit trail', async () => {
      await gotoAndSettle(page, '/admin/audit');
      await page
        .getByRole('button', { name: /^(Details of|Actions for) log/ })
        .first()
        .waitFor();
      expect(await page.getByRole('button', { name: /Export|Verify/ }).count()).toBe(0);
    });

    // spec: A6.14
    it.each(['/admin/reports', '/admin/settings'])('should forbid %s', async (path) => {
      await gotoAndSettle(page, path);
      await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
      expect(await findSeriousViolations(page)).toEqual([]);
    });

    it('should log no console errors', () => {
      expect(testPage.consoleErrors).toEqual([]);
    });
  });

  it('should filter the audit trail by dates typed digit by digit', async () => {
    const { page, context } = await app.openPage();
    await signInStaff(page, app.platform.admin);
    await gotoAndSettle(page, '/admin/audit');
    const type = async (text: string): Promise<void> => {
      for (const key of text) {
        await page.keyboard.press(key);
        await page.waitForTimeout(60);
      }
      await page.keyboard.press('Enter');
    };
    await page.getByLabel('Start date').click();
    await type('2026-11-01');
    // Enter moves to the end of the range.
    await type('2026-11-30');
    await page.waitForURL(/start_date=2026-11-01&end_date=2026-11-30/);
    const days = async () => [
      await page.getByLabel('Start date').inputValue(),
      await page.getByLabel('End date').inputValue(),
    ];
    // The picker shows the range shortly after the URL has changed.
    await poll(async () => !(await days()).includes(''), 30_000);
    expect(await days()).toEqual(['2026-11-01', '2026-11-30']);
    await context.close();
  });

  // spec: A2.4
  it('should redirect a signed-in customer away from admin screens', async () => {
    const { page, context } = await app.openPage();
    await signIn(page, customer);
    await page.goto('/admin/users');
    await page.waitForURL('**/dashboard');
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await context.close();
  });

  // spec: A2.53, A8.18
  it('should show the error with its request id and retry on demand', async () => {
    const { page, context } = await app.openPage();
    await signInStaff(page, app.platform.admin);
    let broken = true;
    await page.route('**/api/v1/admin/proxies/all?**', (route) =>
      broken
        ? route.fulfill({
            status: 500,
            json: { success: false, code: 'INTERNAL', message: '', request_id: 'req-4711' },
          })
        : route.continue(),
    );
    await page.goto('/admin/proxies');
    await expectVisible(page, 'Error Loading Data');
    await expectVisible(page, 'Failed to load proxy data');
    await expectVisible(page, 'Request id: req-4711');
    broken = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('table', { name: 'Proxies' }).waitFor();
    await context.close();
  });
});
