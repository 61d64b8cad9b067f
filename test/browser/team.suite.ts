import type { Page } from 'playwright-core';
import {
  ALL_WIDTHS,
  findHorizontalOverflow,
  findSeriousViolations,
  findSeriousViolationsInBothThemes,
} from '../support/browser/accessibility';
import {
  buyProxy,
  createCustomer,
  findInMails,
  topUp,
  type Customer,
} from '../support/browser/account';
import {
  expectVisible,
  PHONE,
  type BrowserTestApp,
  type TestPage,
} from '../support/browser/browser-test-app';
import { MAX_LAYOUT_SHIFT } from '../support/browser/layout-shifts';
import { openScreenPage, type ScreenPage } from '../support/browser/screens';
import { tabTo } from '../support/browser/keyboard';
import { call, openSession, signIn } from '../support/browser/session';
import { gotoAndSettle, waitUntilSettled } from '../support/browser/settle';

/** What a viewer sees otherwise than a buyer. */
const VIEWER_SCREENS = ['/dashboard', '/buyproxy', '/wallet', '/proxyhistory', '/team'];
const SCREENS = [...VIEWER_SCREENS, '/transactions', '/usage', '/profile?tab=security'];

export function testTeam(getApp: () => BrowserTestApp): void {
  describe('a team', () => {
    let owner: Customer;
    let member: Customer;
    let ownerPage: TestPage;
    let memberPage: ScreenPage;

    beforeAll(async () => {
      const { platform } = getApp();
      owner = await createCustomer(platform);
      member = await createCustomer(platform);
      await topUp(platform, owner, 40_000);
      await buyProxy(platform, owner, 'ng');
      ownerPage = await getApp().openPage();
      memberPage = await openScreenPage(getApp(), PHONE);
      await signIn(ownerPage.page, owner.session);
    });
    afterAll(async () => {
      await ownerPage?.context.close();
      await memberPage?.context.close();
    });

    const expectGoodScreens = async (
      screens: string[],
      findViolations: (page: Page) => Promise<string[]>,
      widths?: number[],
    ): Promise<void> => {
      const { page, getLayoutShift } = memberPage;
      const problems: Record<string, unknown> = {};
      for (const path of screens) {
        await gotoAndSettle(page, path);
        const shift = await getLayoutShift();
        if (shift > MAX_LAYOUT_SHIFT) problems[`${path} moves`] = shift;
        const violations = await findViolations(page);
        if (violations.length) problems[path] = violations;
        const overflow = await findHorizontalOverflow(page, widths);
        if (Object.keys(overflow).length) problems[`${path} overflows`] = overflow;
      }
      expect(problems).toEqual({});
    };

    it('should invite a member with a limit', async () => {
      const { page } = ownerPage;
      await gotoAndSettle(page, '/team');
      await page.getByRole('button', { name: 'Invite a member' }).click();
      const form = page.getByRole('form', { name: 'Invite a member' });
      await form.getByLabel('Email address').fill(member.email);
      await form.getByLabel('Daily spending limit (₦)').fill('20,000');
      expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
      await form.getByRole('button', { name: 'Send invitation' }).click();
      await expectVisible(page, 'Open invitations');
    });

    it('should lead the invited person into the account of the owner', async () => {
      const { page } = memberPage;
      await gotoAndSettle(
        page,
        await findInMails(getApp().platform, member.email, /\/join\?token=\S+/),
      );
      expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
      expect(await findHorizontalOverflow(page, ALL_WIDTHS)).toEqual({});
      await page.getByRole('link', { name: 'Sign in' }).click();
      const form = page.getByRole('form', { name: 'Sign in' });
      await form.getByRole('textbox', { name: 'Password' }).fill(member.password);
      await form.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('button', { name: 'Join the team' }).click();
      await page.waitForURL('**/dashboard');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await expectVisible(page, /You act for/);
    });

    it('should show a buyer screens without shifts, overflow and serious accessibility violations', async () => {
      await expectGoodScreens(SCREENS, findSeriousViolationsInBothThemes, ALL_WIDTHS);
    });

    it('should show the member on the page of the owner, and let the owner change the role', async () => {
      const { page } = ownerPage;
      await gotoAndSettle(page, '/team');
      await expectVisible(page, '1 of 20 members');
      expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
      await page.getByRole('button', { name: `Change ${member.name}` }).click();
      const form = page.getByRole('form', { name: 'Role and limits' });
      await form.getByRole('radio', { name: /^Viewer/ }).check();
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      await waitUntilSettled(page);
      await expectVisible(page, 'Viewer');
    });

    it('should show a viewer screens without shifts, overflow and serious accessibility violations', async () => {
      // Fewer buttons in the same colours and the same layout.
      await expectGoodScreens(VIEWER_SCREENS, findSeriousViolations);
      await gotoAndSettle(memberPage.page, '/proxyhistory');
      await memberPage.page.locator('a[href^="/proxyhistory/"]').first().click();
      await expectVisible(memberPage.page, 'You can only look at this proxy');
    });

    it('should pause the member with a reset of the owner’s password, who keeps the member with the keyboard', async () => {
      const { apiUrl } = getApp().platform;
      const { email, password } = owner;
      await call(`${apiUrl}/api/v1/auth/forgot-password`, { email });
      const token = await findInMails(getApp().platform, email, /\b\d{6}\b/);
      const form = { email, token, password, password_confirmation: password };
      await call(`${apiUrl}/api/v1/auth/reset-password`, form);
      await gotoAndSettle(memberPage.page, '/proxyhistory');
      await expectVisible(memberPage.page, /Ask the owner to keep you in the team/);

      const { page } = ownerPage;
      await page.setViewportSize(PHONE);
      await signIn(page, await openSession(getApp().platform, owner));
      await gotoAndSettle(page, '/dashboard');
      const review = page.getByRole('dialog', { name: 'Check who has access' });
      await review.getByText(member.name).waitFor();
      expect(await findSeriousViolationsInBothThemes(page)).toEqual([]);
      expect(await findHorizontalOverflow(page, ALL_WIDTHS)).toEqual({});
      await page.setViewportSize(PHONE);
      await tabTo(page, review.getByRole('radio', { name: 'Keep' }));
      await page.keyboard.press('Space');
      const save = review.getByRole('button', { name: 'Save' });
      await tabTo(page, save);
      await page.keyboard.press('Enter');
      await review.waitFor({ state: 'detached' });
      await page
        .getByRole('complementary', { name: 'Security review' })
        .waitFor({ state: 'detached' });
      await gotoAndSettle(memberPage.page, '/proxyhistory');
      await memberPage.page.locator('a[href^="/proxyhistory/"]').first().waitFor();
    });
  });
}
