import { poll } from '../../src/embedded/poll';
import {
  findSeriousViolations,
  findSeriousViolationsInBothThemes,
  findHorizontalOverflow,
} from '../support/browser/accessibility';
import {
  buyProxy,
  confirmedAccount,
  signIn,
  topUp,
  type Account,
} from '../support/browser/account';
import {
  DESKTOP,
  describeInBrowser,
  PHONE,
  Shop,
  shows,
  type Visitor,
} from '../support/browser/shop';
import { settle, settled } from '../support/browser/settled';
import { MAX_LAYOUT_SHIFT, trackLayoutShifts } from '../support/browser/layout-shifts';
import { signInStaff, subAdmin, type Credentials } from '../support/browser/staff';
import type { Page } from 'playwright-core';

jest.setTimeout(240_000);

const SCREENS = [
  '/admin/dashboard',
  '/admin/users',
  '/admin/users?search=nobody-of-this-name',
  '/admin/proxies',
  '/admin/transactions',
  '/admin/reports',
  '/admin/reports?tab=proxy-usage',
  '/admin/reports?tab=revenue',
  '/admin/reports?tab=performance',
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

const settleDialog = async (page: Page, path: string): Promise<void> => {
  await settle(page, path);
  await page.getByRole('dialog').waitFor();
  await settled(page);
};

describeInBrowser('every screen of the back office', () => {
  let shop: Shop;
  let customer: Account;
  let bola: Credentials;

  beforeAll(async () => {
    shop = await Shop.open();
    customer = await confirmedAccount(shop.platform);
    await topUp(shop.platform, customer, 20_000);
    bola = await subAdmin(shop.platform);
    await buyProxy(shop, customer);
  });
  afterAll(() => shop?.close());

  describe.each([
    { width: DESKTOP.width, viewport: DESKTOP },
    { width: PHONE.width, viewport: PHONE },
  ])('for an admin at $width px, in the light and the dark theme,', ({ viewport }) => {
    let visitor: Visitor;
    let shifted: () => Promise<number>;

    beforeAll(async () => {
      visitor = await shop.visit({ viewport });
      shifted = await trackLayoutShifts(visitor);
      await settle(visitor.page, '/admin/login');
      expect(await findSeriousViolationsInBothThemes(visitor.page)).toEqual([]);
      await signInStaff(visitor.page, shop.platform.admin);
    });
    afterAll(() => visitor.context.close());

    it.each(SCREENS)('%s keeps still and has no serious accessibility fault', async (path) => {
      await settle(visitor.page, path);
      expect(await shifted()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      expect(await findSeriousViolationsInBothThemes(visitor.page)).toEqual([]);
    });

    it.each(DIALOGS)('the dialog at %s has none either', async (path) => {
      await settleDialog(visitor.page, path);
      expect(await findSeriousViolationsInBothThemes(visitor.page)).toEqual([]);
    });

    it('no screen threw or complained', () => {
      expect(visitor.complaints).toEqual([]);
    });
  });

  describe('from 320 to 1920 px', () => {
    let page: Page;

    beforeAll(async () => {
      ({ page } = await shop.visit({ viewport: { width: 320, height: 640 } }));
      await settle(page, '/admin/login');
      expect(await findHorizontalOverflow(page)).toEqual({});
      await signInStaff(page, shop.platform.admin);
    });

    it.each(SCREENS)('%s scrolls sideways nowhere', async (path) => {
      await settle(page, path);
      expect(await findHorizontalOverflow(page)).toEqual({});
    });

    it.each(DIALOGS)('the dialog at %s fits', async (path) => {
      await settleDialog(page, path);
      expect(await findHorizontalOverflow(page)).toEqual({});
    });
  });

  describe.each([
    { device: 'a desktop', viewport: DESKTOP },
    { device: 'a phone', viewport: PHONE },
  ])('for a sub-admin on $device', ({ viewport }) => {
    let visitor: Visitor;
    let page: Page;

    beforeAll(async () => {
      visitor = await shop.visit({ viewport });
      ({ page } = visitor);
      await signInStaff(page, bola);
    });
    afterAll(() => visitor.context.close());

    // spec: A2.22
    it('hides the money of the dashboard and says so', async () => {
      await settle(page, '/admin/dashboard');
      await shows(page, 'Hidden (Admin Only)');
      await shows(page, 'Financial data is restricted to admin users only.');
      await shows(page, 'Revenue analytics is restricted to admin users only');
      expect(await page.getByText('₦').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'View Reports' }).count()).toBe(0);
      expect(await findSeriousViolations(page)).toEqual([]);
    });

    // spec: A2.30
    it('lets users be read, not changed', async () => {
      await settle(page, '/admin/users');
      await page
        .getByRole('button', { name: /^View / })
        .first()
        .waitFor();
      await shows(page, 'Hidden');
      for (const name of [/^Edit /, /^Fund wallet /, /^Delete /, /^Add User/])
        expect(await page.getByRole('button', { name }).count()).toBe(0);
      await settle(page, '/admin/users?modal=delete&user=2');
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(await findSeriousViolations(page)).toEqual([]);
    });

    // spec: A2.89
    it('restricts what a user bought, paid and moved', async () => {
      await settle(page, '/admin/userprofile?id=2');
      await shows(page, 'Purchase history is restricted to admin users only.');
      await page.getByRole('tab', { name: 'Payment History' }).click();
      await shows(page, 'Payment history is restricted to admin users only.');
      await page.getByRole('tab', { name: 'Wallet Activity' }).click();
      await shows(page, 'Wallet activity is restricted to admin users only.');
      expect(await findSeriousViolations(page)).toEqual([]);
    });

    it('withholds credentials and decisions', async () => {
      await settleDialog(page, '/admin/proxies?proxy=1');
      await shows(page, 'Credentials are restricted to admin users only.');
      const dialog = page.getByRole('dialog');
      expect(await dialog.getByLabel('Password').count()).toBe(0);
      expect(await dialog.getByRole('button', { name: /Suspend|Reissue/ }).count()).toBe(0);
      expect(await findSeriousViolations(page)).toEqual([]);
      await settleDialog(page, '/admin/transactions?transaction=1');
      expect(await dialog.getByRole('button', { name: /Verify|charge-back/ }).count()).toBe(0);
    });

    it('offers no export of the audit trail', async () => {
      await settle(page, '/admin/audit');
      await page
        .getByRole('button', { name: /^Details of log/ })
        .first()
        .waitFor();
      expect(await page.getByRole('button', { name: /Export|Verify/ }).count()).toBe(0);
    });

    // spec: A6.14
    it.each(['/admin/reports', '/admin/settings'])('forbids %s', async (path) => {
      await settle(page, path);
      await page.getByRole('heading', { name: 'Forbidden' }).waitFor();
      expect(await findSeriousViolations(page)).toEqual([]);
    });

    it('no screen threw or complained', () => {
      expect(visitor.complaints).toEqual([]);
    });
  });

  it('filters the audit trail by days that are typed digit by digit', async () => {
    const { page, context } = await shop.visit();
    await signInStaff(page, shop.platform.admin);
    await settle(page, '/admin/audit');
    const type = async (text: string): Promise<void> => {
      for (const key of text) {
        await page.keyboard.press(key);
        await page.waitForTimeout(60);
      }
      await page.keyboard.press('Enter');
    };
    await page.getByLabel('Start date').click();
    await type('2026-11-01');
    // Enter leads on to the end of the range.
    await type('2026-11-30');
    await page.waitForURL(/start_date=2026-11-01&end_date=2026-11-30/);
    const days = async () => [
      await page.getByLabel('Start date').inputValue(),
      await page.getByLabel('End date').inputValue(),
    ];
    // The picker shows the range a moment after the address has it.
    await poll(async () => !(await days()).includes(''), 30_000);
    expect(await days()).toEqual(['2026-11-01', '2026-11-30']);
    await context.close();
  });

  // spec: A2.4
  it('sends a signed-in customer away from every screen', async () => {
    const { page, context } = await shop.visit();
    await signIn(page, customer);
    await page.goto('/admin/users');
    await page.waitForURL('**/dashboard');
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    await context.close();
  });

  // spec: A2.53, A8.18
  it('says what failed, with the request id, and tries again', async () => {
    const { page, context } = await shop.visit();
    await signInStaff(page, shop.platform.admin);
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
    await shows(page, 'Error Loading Data');
    await shows(page, 'Failed to load proxy data');
    await shows(page, 'Request id: req-4711');
    broken = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('table', { name: 'Proxies' }).waitFor();
    await context.close();
  });
});
