import { createCustomer, topUp, type Customer } from '../support/browser/account';
import { expectVisible, type BrowserTestApp } from '../support/browser/browser-test-app';
import { signIn } from '../support/browser/session';
import { gotoAndSettle, waitUntilSettled } from '../support/browser/settle';
import type { BrowserContext, Page } from 'playwright-core';

const naira = (amount: number): string => `₦${amount.toLocaleString('en-NG')}`;

async function findSmallestPrice(apiUrl: string): Promise<number> {
  const response = await fetch(`${apiUrl}/api/v1/pool/pricing?connection_type=residential`);
  const answer = (await response.json()) as { data: { priceList: { price: number }[] } };
  return Math.min(...answer.data.priceList.map((item) => item.price));
}

/** What jsdom has not: scripts that load, a history, navigation, connections. */
export function testBehaviour(getApp: () => BrowserTestApp): void {
  describe('behaviour', () => {
    let customer: Customer;

    beforeAll(async () => {
      const { platform } = getApp();
      customer = await createCustomer(platform);
      await topUp(platform, customer, 2_000);
    });

    describe('the web app', () => {
      let page: Page;
      let context: BrowserContext;

      beforeAll(async () => {
        ({ page, context } = await getApp().openPage());
      });
      afterAll(() => context.close());

      it('should show real prices and counts on the landing page without loading Ant Design', async () => {
        const scripts: string[] = [];
        page.on('response', (response) => {
          if (response.url().endsWith('.js')) scripts.push(response.url());
        });
        const price = await findSmallestPrice(getApp().platform.apiUrl);
        await page.goto('/');
        await page.getByRole('table').getByText(naira(price), { exact: true }).first().waitFor();
        const counts = page.locator('dd').filter({ hasText: /^[1-9][\d,]*$/ });
        // Countries with residential and mobile proxies, countries with datacenter proxies, and addresses; a gateway that was
        // late with its heartbeat has none until the next one.
        for (let visits = 1; visits < 6; visits += 1) {
          const isComplete = await counts
            .nth(2)
            .waitFor({ timeout: 5_000 })
            .then(() => true)
            .catch(() => false);
          if (isComplete) break;
          await page.goto('/');
        }
        await counts.nth(2).waitFor();
        expect(await counts.count()).toBe(3);
        const home = await page.getByLabel('Country').locator('option:checked').textContent();
        expect(home).toBe('Nigeria');
        expect(scripts.length).toBeGreaterThan(1);
        expect(scripts.filter((url) => /antd|auth-page/.test(url))).toEqual([]);
        await page.getByRole('link', { name: 'Get Started' }).click();
        await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
      });

      it('should show the public pages without scripts', async () => {
        const { page, context } = await getApp().openPage({ javaScriptEnabled: false });
        await page.goto('/');
        for (const name of ['What you get', 'Pricing', 'About', 'Where your traffic exits'])
          await page.getByRole('heading', { name, exact: true }).waitFor();
        expect(await page.getByRole('main').innerText()).not.toContain('built.site');
        await page.getByRole('link', { name: 'Terms of Service' }).click();
        await page.getByRole('heading', { name: 'Acceptable use' }).waitFor();
        expect(await page.getByRole('main').innerText()).toMatch(/\w+@\w+/);
        await page.getByRole('link', { name: 'Privacy Policy' }).first().click();
        await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
        await context.close();
      });

      it('should be installable', async () => {
        await page.goto('/');
        const cdp = await context.newCDPSession(page);
        const { data, errors } = await cdp.send('Page.getAppManifest');
        expect(errors).toEqual([]);
        const { icons } = JSON.parse(data!) as { icons: { src: string; sizes: string }[] };
        const png = icons.filter(({ src }) => src.endsWith('.png'));
        const sizes = await page.evaluate(
          (sources) =>
            Promise.all(
              sources.map(async (src) => {
                const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
                return `${width}x${height}`;
              }),
            ),
          png.map(({ src }) => src),
        );
        expect(sizes).toEqual(png.map((icon) => icon.sizes));
        expect(sizes).toEqual(['192x192', '512x512', '512x512']);
        const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
        // A profile of a test is incognito, where nothing can be installed.
        expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
      });

      it('should apply the stored theme before the first paint and switch it', async () => {
        await gotoAndSettle(page, '/');
        await page.getByRole('button', { name: 'Dark theme' }).click();
        await page.goto('/', { waitUntil: 'commit' });
        await page.waitForFunction(`document.body !== null`);
        expect(await page.evaluate(`document.documentElement.dataset.theme`)).toBe('dark');
        await waitUntilSettled(page);
        await page.getByRole('button', { name: 'Device theme' }).click();
        expect(await page.evaluate(`document.documentElement.dataset.theme`)).toBe('light');
      });

      it('should reload the page to retry a verification, and navigate to Google on request', async () => {
        // The page contains the configuration, in which sign-in with Google is off.
        await page.route('**/verify-email/1/none', async (route) => {
          if (route.request().resourceType() !== 'document') return route.fallback();
          const response = await route.fetch();
          const html = await response.text();
          expect(html).toContain('"google":false');
          return route.fulfill({ response, body: html.replace('"google":false', '"google":true') });
        });
        await page.goto('/verify-email/1/none');
        await page.getByRole('alert').first().waitFor();
        const asked = page.waitForRequest('**/api/v1/auth/verify-email/1/none');
        await Promise.all([
          page.waitForEvent('load'),
          asked,
          page.getByRole('button', { name: 'Try Again' }).click(),
        ]);
        await page.getByRole('link', { name: 'Go to Login' }).click();
        const left = page.waitForRequest('**/api/v1/auth/google/redirect');
        await page.getByRole('button', { name: 'Continue with Google' }).click();
        expect((await left).isNavigationRequest()).toBe(true);
        await page.unrouteAll();
      });

      it('should show the reason of a refused sign-in once, then open the requested page', async () => {
        await page.goto('/transactions?status=pending');
        await page.waitForURL('**/auth?redirectTo=%2Ftransactions%3Fstatus%3Dpending');
        await page.getByLabel('Email address').fill(customer.email);
        const password = page.getByLabel('Password', { exact: true });
        await password.fill('not-the-password');
        const submit = page.getByRole('button', { name: 'Sign In', exact: true });
        await submit.click();
        await page.getByRole('alert').first().waitFor();
        expect(await page.getByRole('alert').count()).toBe(1);
        expect(new URL(page.url()).pathname).toBe('/auth');
        await password.fill(customer.password);
        await submit.click();
        await page.waitForURL('**/transactions?status=pending');
        await expectVisible(page, 'No transactions found matching your search criteria.');
      });

      describe('after the sign-in', () => {
        beforeAll(() => signIn(page, customer.session));

        it('should keep list filters in the URL for Back, reload and Clear', async () => {
          await page.goto('/transactions');
          await page.getByLabel('Status').click();
          await page
            .locator('.ant-select-item-option')
            .filter({ hasText: 'Failed', visible: true })
            .click();
          await page.waitForURL('**/transactions?status=failed');
          await expectVisible(page, 'No transactions found matching your search criteria.');
          await page.getByRole('searchbox').fill('nothing');
          await page.waitForURL('**/transactions?status=failed&search=nothing');
          await page.reload();
          expect(await page.getByRole('searchbox').inputValue()).toBe('nothing');
          await page.getByRole('button', { name: 'Clear', exact: true }).click();
          await page.waitForURL((url) => url.search === '');
          await page.getByRole('table').getByText('+₦2,000').waitFor();
          await page.goBack();
          await page.waitForURL('**/transactions?status=failed&search=nothing');
        });

        it('should show an error for a failed chunk and load it by a reload', async () => {
          await gotoAndSettle(page, '/dashboard');
          let lost = true;
          let documents = 0;
          page.on('request', (request) => {
            if (request.isNavigationRequest()) documents += 1;
          });
          await page.route(/assets\/wallet-page.*\.js/, (route) =>
            lost ? route.abort() : route.continue(),
          );
          const wallet = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
            name: 'Wallet',
          });
          await wallet.click();
          await expectVisible(page, 'This page could not be loaded');
          expect(documents).toBe(1);
          lost = false;
          await page.getByRole('button', { name: 'Try Again' }).click();
          await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor();
          expect(documents).toBe(2);
          await page.unrouteAll();
        });

        it('should show that it is offline and retry no purchase on reconnect', async () => {
          await page.goto('/buyproxy');
          const buy = page.getByRole('button', { name: 'Purchase Residential Proxy' });
          await buy.waitFor();
          await context.setOffline(true);
          await expectVisible(page, 'You are offline.');
          await buy.click();
          await expectVisible(
            page,
            'An error occurred while purchasing the proxy. Please try again.',
          );
          await context.setOffline(false);
          expect(await buy.isEnabled()).toBe(true);
        });

        it('should sign out once when the token has expired and remember the page', async () => {
          await page.evaluate(`localStorage.setItem('nairaproxy.token', 'dead')`);
          await page.goto('/wallet');
          await page.waitForURL('**/auth?redirectTo=%2Fwallet');
          expect(await page.evaluate(`localStorage.getItem('nairaproxy.token')`)).toBeNull();
          await page.getByRole('alert').first().waitFor();
          expect(await page.getByRole('alert').count()).toBe(1);
        });
      });
    });

    it('should show a page of its own without a connection, and answer no other request then', async () => {
      const { page, context } = await getApp().openPage();
      await page.goto('/terms-of-service');
      // The app registers it on HTTPS alone.
      await page.evaluate(async () => {
        const controlled = new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve),
        );
        await navigator.serviceWorker.register('/offline-worker.js');
        await controlled;
      });
      const responses = [page.waitForResponse('**/wallet'), page.waitForResponse('**/auth/config')];
      await page.goto('/wallet');
      const callApi = () =>
        page.evaluate(() =>
          fetch('/api/v1/auth/config').then(
            async (response) => ((await response.json()) as { success: boolean }).success,
            () => 'failed',
          ),
        );
      expect(await callApi()).toBe(true);
      const [document, api] = await Promise.all(responses);
      expect([document!.fromServiceWorker(), api!.fromServiceWorker()]).toEqual([true, false]);

      await context.setOffline(true);
      await page.goto('/wallet');
      await page.getByRole('heading', { name: 'You are offline' }).waitFor();
      expect(await callApi()).toBe('failed');
      const kept = await page.evaluate(async () => {
        const caches = await Promise.all(
          (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
        );
        return caches.flat().map(({ url }) => new URL(url).pathname);
      });
      expect(kept).toEqual(['/offline']);
      // A page of its own: the browser's error page comes after the call has failed, and would end what follows.
      const other = await context.newPage();
      await other.goto('/api/v1/countries').then(
        () => Promise.reject(new Error('An address of the API was answered without a connection')),
        (error: Error) => expect(error.message).toContain('ERR_INTERNET_DISCONNECTED'),
      );
      await context.setOffline(false);
      await page.getByRole('link', { name: 'Try again' }).click();
      await page.waitForURL('**/auth?redirectTo=%2Fwallet');
      await context.close();
    });
  });
}
