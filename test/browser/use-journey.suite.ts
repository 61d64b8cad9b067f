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
import { choosePlace, openScreen, signOut } from '../support/browser/menu';
import { call, signIn } from '../support/browser/session';
import { send } from '../support/browser/staff';
import { inRepo } from '../support/repo';

/** Where a test sends a transfer to an account number. */
const BANK = '/sandbox/korapay/merchant/api/v1/virtual-bank-account/sandbox/credit';
const PAID = 450_000;

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

    it('should lead a new customer to a transfer to an account number of their own', async () => {
      const { platform } = getApp();
      const isOn = { nairaAccountsEnabled: true };
      await send(platform, ['PUT', '/admin/system/settings'], platform.admin, isOn);
      await steps().getByRole('link', { name: 'Top up' }).click();
      await page.getByText('Account number', { exact: true }).click();
      await page.getByRole('button', { name: 'Get an account number' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Your BVN').fill('22222222222');
      await dialog.getByRole('button', { name: 'Open account' }).click();
      await page.getByRole('button', { name: 'Copy account number' }).click();
      const account_number = await readClipboard();
      expect(account_number).toMatch(/^\d{10}$/);
      const transfer = { account_number, amount: PAID, currency: 'NGN' };
      await call(`${platform.apiUrl}${BANK}`, transfer, 'sk_test_sandbox');
      await page.getByRole('button', { name: 'I have sent money' }).click();
      await page.getByTestId('wallet-balance').getByText('₦450,000', { exact: true }).waitFor();
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

    it('should buy forty datacenter addresses, of which each line of the list works', async () => {
      await page.goto('/buyproxy?type=datacenter&quantity=40');
      await choosePlace(page, 'Location', 'United States');
      await page.getByRole('button', { name: 'Purchase Datacenter Proxies' }).click();
      await page.waitForURL('**/proxyhistory');
      await page.getByRole('heading', { name: 'Your 40 proxies are ready' }).waitFor();
      await page.getByRole('button', { name: 'Copy connection lines' }).click();
      const lines = (await readClipboard()).trim().split('\n');
      expect(new Set(lines).size).toBe(40);
      const echo = `${getApp().platform.apiUrl}/sandbox/echo`;
      const fetched = lines.map((line) => {
        const [host, port, username, password] = line.split(':');
        return `curl -sS --noproxy '' -x http://${host}:${port} -U ${username}:${password} ${echo}; echo`;
      });
      const seen = (await sh(fetched.join('\n'))).trim().split('\n');
      expect(new Set(seen.map((text) => (JSON.parse(text) as { ip: string }).ip)).size).toBe(40);
    });

    it('should renew all of them at once at the price shown, and list them as one', async () => {
      await page.goto('/proxyhistory?type=datacenter');
      await page.getByRole('list', { name: 'Proxies' }).getByRole('checkbox').first().check();
      const chosen = page.getByRole('region', { name: 'Chosen proxies' });
      await chosen.getByRole('button', { name: 'Select all 40' }).click();
      await chosen.getByRole('button', { name: 'Renew' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: /^Renew 40 for ₦/ }).click();
      await dialog.getByText('40 renewed.').waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await openScreen(page, true, 'Transactions');
      await page
        .getByRole('list', { name: 'Transactions' })
        .getByText('Renewal of 40 proxies')
        .waitFor();
    });

    it('should tell the traffic of all of them', async () => {
      await openScreen(page, true, 'Usage');
      await page
        .locator('dl > div')
        .filter({ hasText: 'Requests' })
        .locator('dd')
        .first()
        .filter({ hasText: /^41$/ })
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
