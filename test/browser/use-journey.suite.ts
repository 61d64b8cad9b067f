import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { poll } from '../../src/embedded/poll';
import { createCustomer, type Customer } from '../support/browser/account';
import {
  expectVisible,
  PHONE,
  type BrowserTestApp,
  type TestPage,
} from '../support/browser/browser-test-app';
import { openScreen, signOut } from '../support/browser/menu';
import { call, signIn } from '../support/browser/session';
import { expectToast } from '../support/browser/toasts';
import { inRepo } from '../support/repo';

const sh = async (script: string): Promise<string> =>
  (await promisify(execFile)('bash', ['-e', '-c', script])).stdout;

/** The first recipe of the docs: a list of ten connections. */
const readRecipe = (): string =>
  /^```sh\n([\s\S]*?)^```$/m.exec(
    readFileSync(inRepo('web/content/docs/60-recipes.md'), 'utf8'),
  )![1]!;

export function testUseJourney(getApp: () => BrowserTestApp): void {
  describe('the way from a new account to daily use, on a phone', () => {
    let testPage: TestPage;
    let customer: Customer;
    let page: Page;
    let proxyId: string;

    beforeAll(async () => {
      customer = await createCustomer(getApp().platform);
      testPage = await getApp().openPage({ viewport: PHONE });
      ({ page } = testPage);
      await testPage.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await signIn(page, customer.session);
      await page.goto('/dashboard');
    });
    afterAll(() => testPage.context.close());

    const steps = () => page.getByRole('region', { name: 'Get started' });
    const readClipboard = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;

    it('should lead a new customer to the top-up', async () => {
      await steps().getByRole('link', { name: 'Top up' }).click();
      await page.getByRole('button', { name: '₦25,000', exact: true }).click();
      await page.getByRole('button', { name: 'Top Up ₦25,000' }).click();
      await page.getByRole('button', { name: 'Pay ₦25,000' }).click();
      await expectToast(testPage, 'Payment verified! ₦25,000 has been added to your wallet.');
    });

    it('should lead on to the purchase, which ends with a command to copy', async () => {
      await openScreen(page, true, 'Dashboard');
      await steps().getByRole('link', { name: 'Buy a proxy' }).click();
      await page.getByRole('radio', { name: /^1 GB/ }).check({ force: true });
      await page.getByRole('button', { name: 'Purchase Residential Proxy' }).click();
      await page.waitForURL('**/proxyhistory');
      await page.getByRole('heading', { name: 'Your proxy is ready' }).waitFor();
      await page.getByRole('button', { name: 'Copy curl command' }).click();
      const command = await readClipboard();
      expect(command).toMatch(/^curl -x 'http:\/\/\w+:\w+@localhost:\d+' 'http:\/\/\S+'$/);
      expect(JSON.parse(await sh(`${command} -sS`))).toMatchObject({
        ip: expect.stringMatching(/^127\.20\./),
      });
    });

    it('should show the page per proxy, and its traffic within the minute', async () => {
      await page.getByRole('link', { name: 'Connect', exact: true }).click();
      await page.waitForURL(/\/proxyhistory\/\d+$/);
      proxyId = new URL(page.url()).pathname.split('/').at(-1)!;
      await page.getByRole('region', { name: 'Summary' }).waitFor();
      const { apiUrl } = getApp().platform;
      const isCounted = await poll(async () => {
        const { data } = await call<{ data: { totals: { requests: number } } }>(
          `${apiUrl}/api/v1/user/usage`,
          undefined,
          customer.session.token,
        );
        return data.totals.requests === 1;
      }, 60_000);
      expect(isCounted).toBe(true);
      await page.goto('/usage');
      await page
        .locator('dl > div')
        .filter({ hasText: 'Requests' })
        .locator('dd')
        .first()
        .filter({ hasText: /^1$/ })
        .waitFor();
    });

    it('should leave the steps and lead with the figures once the proxy is used', async () => {
      const isLeading = await poll(
        async () => {
          await page.goto('/dashboard');
          return page
            .getByText(`Proxy #${proxyId} expires on`)
            .waitFor({ timeout: 3000 })
            .then(
              // The end of the proxy is told before that too.
              async () => (await steps().count()) === 0,
              () => false,
            );
        },
        90_000,
        500,
      );
      expect(isLeading).toBe(true);
    });

    it('should renew the proxy at the price shown', async () => {
      await page.goto(`/proxyhistory/${proxyId}`);
      const end = page.getByRole('region', { name: 'Summary' }).locator('dt:text("Ends") + dd');
      const before = await end.innerText();
      await page.getByRole('button', { name: 'Renew', exact: true }).click();
      const pay = page.getByRole('dialog').getByRole('button', { name: /^Renew for ₦/ });
      const price = (await pay.innerText()).replace('Renew for ', '');
      await pay.click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await end.filter({ hasNotText: before }).waitFor();
      await openScreen(page, true, 'Transactions');
      await page
        .getByRole('list', { name: 'Transactions' })
        .getByText(`-${price}`)
        .first()
        .waitFor();
    });

    it('should create an API key, with which the first recipe of the docs runs', async () => {
      await page.goto('/developers');
      await page.getByRole('button', { name: 'Create API key' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Create API key' });
      await dialog.getByLabel('Name').fill('Price watcher');
      await dialog.getByRole('checkbox', { name: /^Read/ }).check();
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const shown = page.getByRole('dialog', { name: 'Copy your API key' });
      await shown.getByRole('button', { name: /^Copy/ }).click();
      const key = await readClipboard();
      expect(key).toMatch(/^np_live_/);
      const names = `API=${getApp().platform.apiUrl}/api/v1 KEY=${key} ID=${proxyId}\n`;
      const lines = (await sh(names + readRecipe())).trim().split('\n');
      expect(lines).toHaveLength(10);
      const [host, port, username, password] = lines[0]!.split(':');
      const echo = `${getApp().platform.apiUrl}/sandbox/echo`;
      const answer = await sh(
        `curl -sS --noproxy '' -x http://${host}:${port} -U ${username}:${password} ${echo}`,
      );
      expect(JSON.parse(answer)).toMatchObject({ ip: expect.stringMatching(/^127\.20\./) });
      await shown.getByRole('button', { name: 'I have stored it' }).click();
      await expectVisible(page, 'Price watcher');
    });

    it('should sign out from the menu', async () => {
      await signOut(page, true);
      await page.goto('/wallet');
      await page.waitForURL('**/auth?redirectTo=%2Fwallet');
    });

    it('should log no console errors on the way', () => {
      expect(testPage.consoleErrors).toEqual([]);
    });
  });
}
