import { poll } from '../../src/embedded/poll';
import {
  findSeriousViolationsInBothThemes,
  findHorizontalOverflow,
} from '../support/browser/accessibility';
import {
  buyProxy,
  createConfirmedAccount,
  signIn,
  startTopUp,
  topUp,
} from '../support/browser/account';
import { hasFocus, tabTo } from '../support/browser/keyboard';
import {
  DESKTOP,
  describeInBrowser,
  PHONE,
  BrowserTestApp,
  type TestPage,
} from '../support/browser/browser-test-app';
import { chooseAction } from '../support/browser/menu';
import { gotoAndSettle, waitUntilSettled } from '../support/browser/settle';
import {
  MAX_LAYOUT_SHIFT,
  trackLayoutShifts,
  withLateAnswer,
} from '../support/browser/layout-shifts';
import type { Locator, Page } from 'playwright-core';

jest.setTimeout(240_000);

const PUBLIC = [
  '/',
  '/auth',
  '/auth?mode=register',
  '/forgot-password',
  '/verify-email/1/none',
  '/join?token=none',
  '/auth/google/callback?error=Google+sign-in+was+cancelled',
  '/terms-of-service',
  '/privacy-policy',
  '/support?reference=TOPUP-1',
  '/help',
  '/help/proxy-errors',
  '/docs/errors',
  '/docs/quickstart',
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
  '/proxyhistory/999999',
  '/profile',
  '/profile?tab=accounts',
  '/profile?tab=notifications',
  '/profile?tab=billing',
  '/profile?tab=security',
  '/profile?tab=api-keys',
  '/profile?tab=webhooks',
  '/profile?tab=team',
  '/referrals',
  '/usage',
  '/usage?period=dates&from=2026-01-01&to=2026-01-31',
];

/** 32 characters, of the widest letters. */
const LONGEST_TAG = 'wwwwwwww-mmmmmmmm-wwwwwwww-mmmmm';

/** Number of the proxy at the top of the list. */
async function findNewestProxy(page: Page): Promise<string> {
  await gotoAndSettle(page, '/proxyhistory');
  const link = page.locator('a[href^="/proxyhistory/"]').first();
  return (await link.getAttribute('href'))!.split('/').at(-1)!;
}

/** Where the text of an element ends. */
const getTextBox = (page: Page, selector: string): Promise<{ right: number }> =>
  page.locator(selector).evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return { right: range.getBoundingClientRect().right };
  });

describeInBrowser('every screen', () => {
  let app: BrowserTestApp;
  let account: Awaited<ReturnType<typeof createConfirmedAccount>>;
  let pending: Awaited<ReturnType<typeof startTopUp>>;

  beforeAll(async () => {
    app = await BrowserTestApp.start();
    account = await createConfirmedAccount(app.platform);
    await topUp(app.platform, account, 20_000);
    pending = await startTopUp(app.platform, account, 5_000);
    await buyProxy(app, account, 'ae');
  });
  afterAll(() => app?.stop());

  describe.each([
    { width: DESKTOP.width, viewport: DESKTOP },
    { width: PHONE.width, viewport: PHONE },
  ])('at $width px in light and dark theme', ({ viewport }) => {
    let testPage: TestPage;
    let getLayoutShift: () => Promise<number>;

    beforeAll(async () => {
      testPage = await app.openPage({ viewport });
      getLayoutShift = await trackLayoutShifts(testPage);
    });
    afterAll(() => testPage.context.close());

    /** What holds for a screen at any width is checked once. */
    const expectGoodScreen = async (path: string): Promise<void> => {
      const { page } = testPage;
      await gotoAndSettle(page, path);
      expect(await getLayoutShift()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
      expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
      if (viewport !== PHONE) return;
      // At widths from 320 to 1920 px.
      expect(await findHorizontalOverflow(page)).toEqual({});
      await page.setViewportSize(viewport);
    };

    // spec: R6.10
    it.each(PUBLIC)(
      '%s has no layout shift, no overflow and no serious accessibility violation',
      expectGoodScreen,
    );

    it('the form behind Contact Sales Team has no serious accessibility violation', async () => {
      await gotoAndSettle(testPage.page, '/');
      await testPage.page.getByRole('button', { name: 'Contact Sales Team' }).click();
      await testPage.page.getByRole('dialog').getByLabel('Message').waitFor();
      expect(await findSeriousViolationsInBothThemes(testPage.page)).toEqual([]);
    });

    it('should sign in', async () => {
      await signIn(testPage.page, account);
    });

    // spec: R2.14, R6.10
    it.each(PRIVATE)(
      '%s has no layout shift, no overflow and no serious accessibility violation',
      expectGoodScreen,
    );

    // The filter of the usage shows the country, whose name is long.
    it.each([
      { name: 'the page of a proxy', toPath: (id: string) => `/proxyhistory/${id}` },
      { name: 'the usage of a proxy', toPath: (id: string) => `/usage?proxy_id=${id}` },
    ])(
      '$name has no layout shift, no overflow and no serious accessibility violation',
      async ({ toPath }) => {
        await expectGoodScreen(toPath(await findNewestProxy(testPage.page)));
      },
    );

    it('the page of a proxy has no layout shift when the places come last', async () => {
      const id = await findNewestProxy(testPage.page);
      await withLateAnswer(testPage.page, '/pool/countries*', () =>
        gotoAndSettle(testPage.page, `/proxyhistory/${id}`),
      );
      await testPage.page.getByLabel('ISP', { exact: true }).waitFor();
      expect(await getLayoutShift()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    });

    // spec: R2.14
    it.each(['Proxy Details', 'More Details'])(
      'the dialog behind %s has no serious accessibility violation',
      async (name) => {
        await gotoAndSettle(testPage.page, '/proxyhistory');
        await testPage.page
          .getByRole('button', { name: new RegExp(`^${name}`) })
          .first()
          .click();
        await testPage.page.getByRole('dialog').getByLabel('Password', { exact: true }).waitFor();
        await waitUntilSettled(testPage.page);
        expect(await findSeriousViolationsInBothThemes(testPage.page)).toEqual([]);
        const title = await getTextBox(testPage.page, '.ant-modal-title');
        const close = await testPage.page
          .getByRole('button', { name: 'Close dialog' })
          .boundingBox();
        expect(title.right).toBeLessThan(close!.x);
      },
    );

    it.each(['Renew', 'Add traffic', 'Auto-renew'])(
      'the dialog behind %s has no serious accessibility violation',
      async (label) => {
        const { page } = testPage;
        await gotoAndSettle(page, '/proxyhistory');
        await chooseAction(page, /^Actions for #/, label);
        await page.getByRole('dialog').getByText('balance', { exact: false }).first().waitFor();
        await waitUntilSettled(page);
        expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
      },
    );

    it('the dialog behind Invoice has no serious accessibility violation', async () => {
      const { page } = testPage;
      await gotoAndSettle(page, '/transactions');
      await page.getByRole('button', { name: /^Invoice for/ }).click();
      await page.getByRole('dialog').getByLabel('Address').waitFor();
      await waitUntilSettled(page);
      expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
    });

    // spec: R2.15
    it('a pending payment has one primary action, and the others stand in one line', async () => {
      const { page } = testPage;
      const key = await page.evaluate(() => {
        const user = JSON.parse(localStorage.getItem('nairaproxy.user')!) as { id: number };
        return `nairaproxy.pending-payment.${user.id}`;
      });
      await page.evaluate(
        ([name, text]) => localStorage.setItem(name!, text!),
        [key, pending.reference],
      );
      for (const path of ['/wallet', '/transactions']) {
        await gotoAndSettle(page, path);
        const boxes = [];
        for (const name of [/^Continue/, /^Verify$/, /^Cancel/]) {
          const button = page.getByRole('main').getByRole('button', { name });
          await button.waitFor();
          boxes.push((await button.boundingBox())!);
        }
        // At a restored scroll position the header may cover a button.
        await page.evaluate(() => window.scrollTo(0, 0));
        const [primary, verify, cancel] = boxes as [DOMRect, DOMRect, DOMRect];
        expect(cancel.y).toBe(verify.y);
        if (viewport === PHONE || path === '/transactions') {
          expect(primary.y + primary.height).toBeLessThan(verify.y);
          expect(primary.x).toBe(verify.x);
          expect(primary.x + primary.width).toBeCloseTo(cancel.x + cancel.width, 0);
        }
        expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
      }
      await page.evaluate((name) => localStorage.removeItem(name), key);
    });

    // spec: R2.14
    it('the link to support covers no figure of the dashboard', async () => {
      const { page } = testPage;
      await gotoAndSettle(page, '/dashboard');
      const link = page.getByRole('link', { name: /support/ });
      const rightmost = await page.locator('main [class*="money"]').evaluateAll((figures) => {
        const range = document.createRange();
        return Math.max(
          ...figures.map((figure) => {
            // Without the word for screen readers.
            range.selectNode(figure.firstChild!);
            return range.getBoundingClientRect().right;
          }),
        );
      });
      expect(rightmost).toBeLessThan((await link.boundingBox())!.x);
    });

    it('should log no console errors', () => {
      expect(testPage.consoleErrors).toEqual([]);
    });
  });

  describe('at widths from 320 to 1920 px', () => {
    let page: Page;

    beforeAll(async () => {
      ({ page } = await app.openPage({ viewport: { width: 320, height: 640 } }));
    });

    it('should sign in', async () => {
      await signIn(page, account);
    });

    // spec: R2.14
    it('should show the transactions as a table from 1024 px on', async () => {
      await page.setViewportSize({ width: 1024, height: 640 });
      await gotoAndSettle(page, '/transactions');
      await page.getByRole('table', { name: 'Transactions' }).waitFor();
    });

    // spec: R2.14
    it('should print the transactions without navigation and controls', async () => {
      await page.emulateMedia({ media: 'print' });
      await page.getByText('Wallet top-up').first().waitFor();
      const controls = ['button', 'searchbox', 'combobox'] as const;
      for (const control of [
        ...controls.map((role) => page.getByRole(role)),
        page.getByRole('navigation', { name: 'Main' }),
      ])
        expect(await control.filter({ visible: true }).count()).toBe(0);
      await page.emulateMedia({ media: 'screen' });
    });

    it('should show the longest tag without overflow', async () => {
      const id = await findNewestProxy(page);
      const answer = await fetch(`${app.platform.apiUrl}/api/v1/user/proxies/${id}/labels`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${pending.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ add_tags: [LONGEST_TAG] }),
      });
      expect(answer.status).toBe(200);
      await gotoAndSettle(page, `/proxyhistory?tag=${LONGEST_TAG}`);
      await page.getByLabel(`Remove filter Tag ${LONGEST_TAG}`).waitFor();
      expect(await findHorizontalOverflow(page)).toEqual({});
      // From the second visit on, the tags may come last.
      const getLayoutShift = await trackLayoutShifts({ page, context: page.context() });
      await withLateAnswer(page, '/user/proxies/tags', () => gotoAndSettle(page, '/proxyhistory'));
      expect(await getLayoutShift()).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    });

    // spec: R2.14
    it('should show a nine-digit amount in full at 320 px', async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.route('**/api/v1/wallet', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { data: object };
        const huge = { balance: 987_654_321, this_month: 987_654_321, total_top_ups: 987_654_321 };
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
    });
  });

  describe('with the keyboard alone', () => {
    let page: Page;
    const invisible: string[] = [];
    const goTo = async (target: Locator): Promise<void> => {
      invisible.push(...(await tabTo(page, target)));
    };
    /** The URL changes shortly before the page is rendered and focused. */
    const expectFocusOnMain = async (): Promise<void> => {
      expect(await poll(() => hasFocus(page.getByRole('main')), 20_000)).toBe(true);
    };

    beforeAll(async () => {
      ({ page } = await app.openPage());
    });

    it('should skip the menu and sign in', async () => {
      await gotoAndSettle(page, '/auth');
      await goTo(page.getByRole('link', { name: 'Skip to content' }));
      await page.keyboard.press('Enter');
      await goTo(page.getByLabel('Email address'));
      await page.keyboard.type(account.email);
      await goTo(page.getByLabel('Password', { exact: true }));
      await page.keyboard.type(account.password);
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
        await gotoAndSettle(page, '/proxyhistory');
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

    it('should show a focus indicator on every tab stop', () => {
      expect(invisible).toEqual([]);
    });
  });
});
