import { seriousFindingsInBothThemes, sidewaysScroll } from '../support/browser/accessibility';
import { confirmedAccount, signIn, topUp } from '../support/browser/account';
import { DESKTOP, describeInBrowser, PHONE, Shop, type Visitor } from '../support/browser/shop';
import { settled } from '../support/browser/settled';
import type { Page } from 'playwright-core';

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

const settle = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
};

describeInBrowser('every screen', () => {
  let shop: Shop;
  let account: Awaited<ReturnType<typeof confirmedAccount>>;

  beforeAll(async () => {
    shop = await Shop.open();
    account = await confirmedAccount(shop.platform);
    await topUp(shop.platform, account, 20_000);
    const { page, context } = await shop.visit();
    await signIn(page, account);
    await page.goto('/buyproxy');
    await page.getByRole('button', { name: 'Purchase Residential Proxy' }).click();
    await page.waitForURL('**/proxyhistory');
    await context.close();
  });
  afterAll(() => shop?.close());

  describe.each([
    { width: DESKTOP.width, viewport: DESKTOP },
    { width: PHONE.width, viewport: PHONE },
  ])('at $width px, in the light and the dark theme,', ({ viewport }) => {
    let visitor: Visitor;

    beforeAll(async () => {
      visitor = await shop.visit({ viewport });
    });
    afterAll(() => visitor.context.close());

    it.each(PUBLIC)('%s has no serious accessibility fault', async (path) => {
      await settle(visitor.page, path);
      expect(await seriousFindingsInBothThemes(visitor.page)).toEqual([]);
    });

    it('the form behind Contact Sales Team has none either', async () => {
      await settle(visitor.page, '/');
      await visitor.page.getByRole('button', { name: 'Contact Sales Team' }).click();
      await visitor.page.getByRole('dialog').getByLabel('Message').waitFor();
      expect(await seriousFindingsInBothThemes(visitor.page)).toEqual([]);
    });

    it('can be signed in on', async () => {
      await signIn(visitor.page, account);
    });

    it.each(PRIVATE)('%s has no serious accessibility fault', async (path) => {
      await settle(visitor.page, path);
      expect(await seriousFindingsInBothThemes(visitor.page)).toEqual([]);
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
        expect(await seriousFindingsInBothThemes(visitor.page)).toEqual([]);
      },
    );

    it('no screen threw or complained', () => {
      expect(visitor.complaints).toEqual([]);
    });
  });

  describe('at 320 px', () => {
    let page: Page;

    beforeAll(async () => {
      ({ page } = await shop.visit({ viewport: { width: 320, height: 640 } }));
    });

    it.each(PUBLIC)('%s does not scroll sideways', async (path) => {
      await settle(page, path);
      expect(await sidewaysScroll(page)).toBe(0);
    });

    it('can be signed in on', async () => {
      await signIn(page, account);
    });

    it.each(PRIVATE)('%s does not scroll sideways', async (path) => {
      await settle(page, path);
      expect(await sidewaysScroll(page)).toBe(0);
    });
  });
});
