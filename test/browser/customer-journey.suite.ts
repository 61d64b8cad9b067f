import type { Page } from 'playwright-core';
import { findConfirmationLink, newAccount, type Account } from '../support/browser/account';
import { choosePlace, openScreen, signOut } from '../support/browser/menu';
import {
  expectVisible,
  type BrowserTestApp,
  type TestPage,
} from '../support/browser/browser-test-app';
import { expectToast } from '../support/browser/toasts';

/** On a desktop; the way to daily use is on a phone. */
export function testCustomerJourney(getApp: () => BrowserTestApp): void {
  describe('the customer journey', () => {
    let testPage: TestPage;
    let page: Page;
    let account: Account;

    beforeAll(async () => {
      testPage = await getApp().openPage();
      ({ page } = testPage);
      account = newAccount();
    });
    afterAll(() => testPage.context.close());

    it('should sign up and ask the customer to check the inbox', async () => {
      await page.goto('/auth?mode=register');
      await page.getByRole('heading', { name: 'Create Account' }).waitFor();
      await page.getByLabel('Full name').fill(account.name);
      await page.getByLabel('Email address').fill(account.email);
      await page.getByLabel('Password', { exact: true }).fill(account.password);
      await page.getByLabel('Confirm password').fill(account.password);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expectVisible(
        page,
        'Account created successfully! Check your email inbox or spam box for verification link. Please login to continue.',
      );
      await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
    });

    it('should verify the email address with the link from the mail', async () => {
      await page.goto(await findConfirmationLink(getApp().platform, account.email));
      await expectVisible(page, 'Email verified successfully!');
      await page.getByRole('link', { name: 'Go to Login' }).click();
    });

    it('should sign in', async () => {
      await page.getByLabel('Email address').fill(account.email);
      await page.getByLabel('Password', { exact: true }).fill(account.password);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expectToast(testPage, 'Login Successful!');
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
      await expectVisible(page, 'No recent activity found');
    });

    it('should top up the wallet at the checkout and show the new balance on return', async () => {
      await openScreen(page, false, 'Wallet');
      const button = page.getByRole('button', { name: /^Top Up/ });
      await page.getByRole('button', { name: '₦5,000', exact: true }).click();
      await button.click();
      await page.getByRole('button', { name: 'Pay ₦5,000' }).click();
      await expectToast(testPage, 'Payment verified! ₦5,000 has been added to your wallet.');
      await page.waitForURL((url) => url.pathname === '/wallet' && url.search === '');
      await page.getByTestId('wallet-balance').getByText('₦5,000', { exact: true }).waitFor();
      await page
        .getByRole('region', { name: 'Recent Transactions' })
        .getByText('+₦5,000')
        .waitFor();
    });

    it('should buy a residential proxy in a chosen country once, also when the page is reloaded', async () => {
      await openScreen(page, false, 'Buy Proxy');
      await page.getByRole('heading', { name: 'Order Summary' }).waitFor();
      await choosePlace(page, 'Country', 'Nigeria');
      await page.getByLabel('Region').waitFor();
      await page.getByRole('radio', { name: /^1 GB/ }).check({ force: true });
      const purchase = page.getByRole('button', { name: 'Purchase Residential Proxy' });
      const history = /assets\/proxy-history-page.*\.js/;
      // The code of the next page does not arrive.
      await page.route(history, () => undefined);
      const answer = page.waitForResponse('**/proxies/buy');
      await purchase.click();
      await answer;
      await expectVisible(page, 'Processing Purchase...');
      await page.reload();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await expectVisible(page, 'You just bought');
      await purchase.click();
      await expectToast(testPage, 'This was done a moment ago. Nothing was charged again.');
      await page.waitForURL('**/proxyhistory');
      await page.getByRole('heading', { name: 'Proxy History' }).waitFor();
      await expectVisible(page, 'of 1 total');
    });

    it('should show the credentials in More Details', async () => {
      await page.getByRole('button', { name: /^More Details/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Nigeria').waitFor();
      const host = await dialog.getByLabel('Connection string').first().inputValue();
      expect(host).toBe(`localhost:${getApp().platform.gatewayHttpPort}`);
      expect(await dialog.getByLabel('Username').first().inputValue()).toMatch(/^\w{4,}$/);
      const password = dialog.getByLabel('Password', { exact: true });
      expect(await password.getAttribute('type')).toBe('password');
      await dialog.getByRole('button', { name: 'Show password' }).click();
      expect(await password.getAttribute('type')).toBe('text');
      expect((await password.inputValue()).length).toBeGreaterThan(7);
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    });

    it('should change the country and protocol of the proxy', async () => {
      await page.getByRole('button', { name: /^Proxy Details/ }).click();
      const dialog = page.getByRole('dialog');
      await choosePlace(page, 'Country', 'Ghana');
      await dialog.getByRole('radio', { name: 'SOCKS5' }).check();
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expectToast(testPage, 'Residential/Mobile proxy configuration updated successfully!');
      await dialog.getByRole('button', { name: 'Close dialog' }).click();
      await page.getByRole('table', { name: 'Proxies' }).getByText('Ghana').waitFor();
    });

    it('should list the payment and sign out', async () => {
      await openScreen(page, false, 'Transactions');
      const rows = page.getByRole('table', { name: 'Transactions' });
      await rows.getByText(/^-₦/).first().waitFor();
      await signOut(page, false);
      await page.goto('/wallet');
      await page.waitForURL('**/auth?redirectTo=%2Fwallet');
    });

    it('should log no console errors during the journey', () => {
      expect(testPage.consoleErrors).toEqual([]);
    });
  });
}
