import type { Page } from 'playwright-core';
import { BackconnectGateway, type Echo } from '../support/backconnect/backconnect-gateway';
import { createCustomer, topUp, type Customer } from '../support/browser/account';
import {
  expectVisible,
  type BrowserTestApp,
  type TestPage,
} from '../support/browser/browser-test-app';
import { openSession, signIn } from '../support/browser/session';
import { removeNetworks } from '../support/browser/staff';
import { expectToast } from '../support/browser/toasts';
import { curlThroughProxy } from '../support/e2e/curl-through-proxy';
import { poll } from '../../src/embedded/poll';

/** Which the simulated provider takes. */
const PASSWORD = 'secret';
/** For a busy machine; gateways hear of a network by notification. */
const WITHIN_MS = 30_000;

/** Types the name and selects it once the options have loaded. */
async function chooseCountry(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(name.toLowerCase());
  await page.locator('.ant-select-item-option').filter({ hasText: name, visible: true }).click();
}

/** Removes the networks of the platform. */
export function testNetworks(getApp: () => BrowserTestApp): void {
  // Iceland: no exit is seeded there.
  describe('from an account at a provider to the first sale', () => {
    let provider: BackconnectGateway;
    let staff: TestPage;
    let customer: Customer;

    beforeAll(async () => {
      const { platform } = getApp();
      provider = await BackconnectGateway.start('oxylabs');
      await removeNetworks(platform);
      customer = await createCustomer(platform);
      await topUp(platform, customer, 20_000);
      staff = await getApp().openPage();
      await signIn(staff.page, await openSession(platform, platform.admin, 'staff'));
    });
    afterAll(async () => {
      await staff?.context.close();
      await provider?.close();
    });

    it('should connect the account, starting at the empty list', async () => {
      const { page } = staff;
      await page.goto('/admin/proxies');
      await page.getByRole('link', { name: 'Networks', exact: true }).click();
      await expectVisible(page, 'No network yet');
      await page.getByRole('link', { name: 'Connect a provider' }).click();
      await page.getByRole('radio', { name: 'Oxylabs' }).check();
      expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe('pr.oxylabs.io');
      await page.getByLabel('User name', { exact: true }).fill('customer-login1');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
      await page.getByLabel('Port', { exact: true }).fill(String(provider.port));
      await page.getByText('Only these', { exact: true }).click();
      await chooseCountry(page, 'Countries on sale', 'Iceland');
      await page.getByLabel('Cost per GB (US dollars)').fill('4');
      await chooseCountry(page, 'Country', 'Iceland');
      await expectVisible(page, /^customer-login1-cc-IS-sessid-[a-z0-9]{16}-sesstime-10$/);
      await page.getByRole('button', { name: 'Add network' }).click();
      await expectToast(staff, 'The network is added.');
      const table = page.getByRole('table', { name: 'Networks' });
      await table.getByText('Iceland').waitFor();
      expect(staff.consoleErrors).toEqual([]);
    });

    it('should sell the country and carry the traffic of its proxy through the account', async () => {
      const { page, context } = await getApp().openPage();
      await signIn(page, customer.session);
      await page.goto('/buyproxy');
      const summary = page.getByRole('region', { name: 'Order Summary' });
      await summary.waitFor();
      await chooseCountry(page, 'Country', 'Iceland');
      // The button orders what the summary says, which follows the choice through the address.
      await summary.getByText('Iceland').waitFor();
      await page.getByRole('button', { name: 'Purchase Residential Proxy' }).click();
      await page.waitForURL('**/proxyhistory');
      await page.getByRole('button', { name: /^More Details/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Iceland').waitFor();
      const username = await dialog.getByLabel('Username').first().inputValue();
      const password = await dialog.getByLabel('Password', { exact: true }).inputValue();
      await context.close();
      const url = `${getApp().platform.apiUrl}/sandbox/echo`;
      let echo: Echo | undefined;
      let last = '';
      await poll(async () => {
        const { status, stdout, stderr } = await curlThroughProxy(
          getApp().platform,
          { username, password } as Parameters<typeof curlThroughProxy>[1],
          { url },
        );
        last = `${status} ${stderr.slice(-300)}`;
        if (status === 200) echo = JSON.parse(stdout) as Echo;
        return echo !== undefined;
      }, WITHIN_MS);
      expect([echo?.country, last]).toEqual(['is', expect.stringMatching(/^200 /)]);
      expect(provider.refused).toEqual([]);
      expect(provider.requests.length).toBeGreaterThan(0);
    });

    it('should take the country off sale when the network is removed', async () => {
      const { page } = staff;
      await page.getByRole('link', { name: 'Oxylabs residential' }).click();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await expectVisible(page, /No other network sells Iceland/);
      await page.getByRole('button', { name: 'Remove network' }).click();
      await expectToast(staff, 'The network is removed.');
      await expectVisible(page, 'No network yet');
      const answer = await fetch(
        `${getApp().platform.apiUrl}/api/v1/pool/countries?connection_type=residential`,
      );
      expect(await answer.text()).not.toContain('"is"');
    });
  });
}
