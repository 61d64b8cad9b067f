import { poll } from '../../src/embedded/poll';
import {
  findSeriousViolationsInBothThemes,
  findHorizontalOverflow,
} from '../support/browser/accessibility';
import { buyProxy, confirmedAccount, signIn, startTopUp, topUp } from '../support/browser/account';
import { hasFocus, tabTo } from '../support/browser/keyboard';
import { DESKTOP, describeInBrowser, PHONE, Shop, type Visitor } from '../support/browser/shop';
import { settle, settled } from '../support/browser/settled';
import { MAX_LAYOUT_SHIFT, trackLayoutShifts } from '../support/browser/layout-shifts';
import type { Locator, Page } from 'playwright-core';

jest.setTimeout(240_000);

const PUBLIC = [
  '/',
  '/auth',
  '/auth?mode=register',
  '/forgot-password',
  '/verify-email/1/none',
  '/auth/google/callback?error=Google+sign-in+was+cancelled',
  '/terms-of-service',
  '/privacy-policy',
  '/nowhere',
];
const PRIVATE = [
  '/dashboard',
  '/buyproxy',
  '/buyproxy?type=mobile',
  '/buyproxy?type=datacenter',
  '/transactions',
  '/wallet',
  '/proxyhistory',
  '/proxyhistory?search=nothing-of-this-name',
  '/profile',
  '/profile?tab=accounts',
  '/profile?tab=notifications',
  '/profile?tab=billing',
  '/profile?tab=security',
];

describeInBrowser('every screen', () => {
  let shop: Shop;
  let account: Awaited<ReturnType<typeof confirmedAccount>>;

  beforeAll(async () => {
    shop = await Shop.open();
    account = await confirmedAccount(shop.platform);
    await topUp(shop.platform, account, 20_000);
    await startTopUp(shop.platform, account, 5_000);
    await buyProxy(shop, account);
  });
  afterAll(() => shop?.close());

  describe.each([
    { width: DESKTOP.width, viewport: DESKTOP },
    { width: PHONE.width, viewport: PHONE },
  ])('at $width px, in the light and the dark theme,', ({ viewport }) => {
    let visitor: Visitor;
    let shifted: () => Promise<number>;

    beforeAll(async () => {
      visitor = await shop.visit({ viewport });
      shifted = await trackLayoutShifts(visitor);
    });
    afterAll(() => visitor.context.close());

    it.each(PUBLIC)('%s keeps still and has no serious accessibility fault', async (path) => {
      await settle(visitor.page, path);
      expect(await shifted()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      expect(await findSeriousViolationsInBothThemes(visitor.page)).toEqual([]);
    });

    it('the form behind Contact Sales Team has none either', async () => {
      await settle(visitor.page, '/');
      await visitor.page.getByRole('button', { name: 'Contact Sales Team' }).click();
      await visitor.page.getByRole('dialog').getByLabel('Message').waitFor();
      expect(await findSeriousViolationsInBothThemes(visitor.page)).toEqual([]);
    });

    it('can be signed in on', async () => {
      await signIn(visitor.page, account);
    });

    it.each(PRIVATE)('%s keeps still and has no serious accessibility fault', async (path) => {
      await settle(visitor.page, path);
      expect(await shifted()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      expect(await findSeriousViolationsInBothThemes(visitor.page)).toEqual([]);
    });

    it.each(['Proxy Details', 'More Details'])(
      'the dialog behind %s has none either',
      async (name) => {
        await settle(visitor.page, '/proxyhistory');
        await visitor.page
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .first()
          .click();
        await visitor.page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor();
        await settled(visitor.page);
        expect(await findSeriousViolationsInBothThemes(visitor.page)).toEqual([]);
      },
    );

    it('no screen threw or complained', () => {
      expect(visitor.complaints).toEqual([]);
    });
  });

  describe('from 320 to 1920 px', () => {
    let page: Page;

    beforeAll(async () => {
      ({ page } = await shop.visit({ viewport: { width: 320, height: 640 } }));
    });

    it.each(PUBLIC)('%s scrolls sideways nowhere', async (path) => {
      await settle(page, path);
      expect(await findHorizontalOverflow(page)).toEqual({});
    });

    it('can be signed in on', async () => {
      await signIn(page, account);
    });

    it.each(PRIVATE)('%s scrolls sideways nowhere', async (path) => {
      await settle(page, path);
      expect(await findHorizontalOverflow(page)).toEqual({});
    });
  });

  describe('with the keyboard alone', () => {
    let page: Page;
    const invisible: string[] = [];
    const goTo = async (target: Locator): Promise<void> => {
      invisible.push(...(await tabTo(page, target)));
    };
    /** The address changes a moment before the page is there and takes the focus. */
    const standsAtTheBeginning = async (): Promise<void> => {
      expect(await poll(() => hasFocus(page.getByRole('main')), 20_000)).toBe(true);
    };

    beforeAll(async () => {
      ({ page } = await shop.visit());
    });

    it('goes past the menu and signs in', async () => {
      await settle(page, '/auth');
      await goTo(page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Enter');
      await goTo(page.getByLabel('Email address'));
      await page.keyboard.type(account.email);
      await goTo(page.getByLabel('Password', { exact: true }));
      await page.keyboard.type(account.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard');
      await standsAtTheBeginning();
    });

    it('opens a screen and stands at its beginning', async () => {
      await goTo(page.getByRole('link', { name: 'Proxy History' }));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Proxy History' }).waitFor();
      await standsAtTheBeginning();
    });

    it.each(['Proxy Details', 'More Details'])(
      'opens the dialog behind %s, closes it with Escape and is where it was',
      async (name) => {
        await settle(page, '/proxyhistory');
        const opener = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
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

    it('always sees where it stands', () => {
      expect(invisible).toEqual([]);
    });
  });
});
