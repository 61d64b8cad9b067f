import type { Page } from 'playwright-core';
import { confirmationLink, newAccount, type Account } from '../support/browser/account';
import { openScreen, signOut } from '../support/browser/menu';
import {
  DESKTOP,
  describeInBrowser,
  PHONE,
  Shop,
  shows,
  type Visitor,
} from '../support/browser/shop';
import { expectToast } from '../support/browser/toasts';

jest.setTimeout(180_000);

/** Types the name and takes it from the list, as soon as the list has arrived. */
async function choosePlace(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).filter({ visible: true }).fill(name.toLowerCase());
  await page.locator('.ant-select-item-option').filter({ hasText: name, visible: true }).click();
}

describeInBrowser.each([
  { device: 'a desktop', viewport: DESKTOP, phone: false },
  { device: 'a phone', viewport: PHONE, phone: true },
])('the whole line on $device', ({ viewport, phone }) => {
  let shop: Shop;
  let visitor: Visitor;
  let page: Page;
  let account: Account;

  beforeAll(async () => {
    shop = await Shop.open();
    visitor = await shop.visit({ viewport });
    ({ page } = visitor);
    account = newAccount();
  });
  afterAll(() => shop?.close());

  // spec: C1.1
  it('signs up and is told to look into the inbox', async () => {
    await page.goto('/auth?mode=register');
    await page.getByRole('heading', { name: 'Create Account' }).waitFor();
    await page.getByLabel('Full name').fill(account.name);
    await page.getByLabel('Email address').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByLabel('Confirm password').fill(`${account.password}x`);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await shows(page, 'Passwords do not match');
    await page.getByLabel('Confirm password').fill(account.password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await shows(
      page,
      'Account created successfully! Check your email inbox or spam box for verification link. Please login to continue.',
    );
    await page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  });

  it('confirms the address with the link of the mail', async () => {
    await page.goto(await confirmationLink(shop.platform, account.email));
    await shows(page, 'Email verified successfully!');
    await page.getByRole('link', { name: 'Go to Login' }).click();
  });

  it('signs in', async () => {
    await page.getByLabel('Email address').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expectToast(visitor, 'Login Successful!');
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
    await shows(page, 'No recent activity found');
  });

  // spec: C1.1, C4.13
  it('tops the wallet up at the checkout and finds the money on coming back', async () => {
    await openScreen(page, phone, 'Wallet');
    const button = page.getByRole('button', { name: /^Top Up/ });
    await page.getByLabel('Amount', { exact: true }).fill('50');
    await button.click();
    await shows(page, 'Minimum amount is ₦1,000');
    await page.getByRole('button', { name: '₦5,000', exact: true }).click();
    await button.click();
    await page.getByRole('button', { name: 'Pay ₦5,000' }).click();
    await expectToast(visitor, 'Payment verified! ₦5,000 has been added to your wallet.');
    await page.waitForURL((url) => url.pathname === '/wallet' && url.search === '');
    await page.getByTestId('wallet-balance').getByText('₦5,000', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Recent Transactions' }).getByText('+₦5,000').waitFor();
  });

  // spec: C1.1, C2.42
  it('buys a residential proxy in a country of its choice', async () => {
    await openScreen(page, phone, 'Buy Proxy');
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor();
    await choosePlace(page, 'Country', 'Nigeria');
    await page.getByLabel('Region').waitFor();
    await page.getByRole('radio', { name: /^1 GB/ }).check({ force: true });
    await page.getByRole('button', { name: 'Purchase Residential Proxy' }).click();
    await page.waitForURL('**/proxyhistory');
    await page.getByRole('heading', { name: 'Proxy History' }).waitFor();
  });

  it('finds the credentials behind More Details', async () => {
    await page.getByRole('button', { name: /^More Details/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nigeria').waitFor();
    const host = await dialog.getByLabel('Connection string').first().inputValue();
    expect(host).toBe(`localhost:${shop.platform.gatewayHttpPort}`);
    expect(await dialog.getByLabel('Username').first().inputValue()).toMatch(/^\w{4,}$/);
    const password = dialog.getByLabel('Password', { exact: true });
    expect(await password.getAttribute('type')).toBe('password');
    await dialog.getByRole('button', { name: 'Show password' }).click();
    expect(await password.getAttribute('type')).toBe('text');
    expect((await password.inputValue()).length).toBeGreaterThan(7);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  });

  // spec: C1.3
  it('takes the proxy to another country and protocol', async () => {
    await page.getByRole('button', { name: /^Proxy Details/ }).click();
    const dialog = page.getByRole('dialog');
    await choosePlace(page, 'Country', 'Ghana');
    await dialog.getByRole('radio', { name: 'SOCKS5' }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expectToast(visitor, 'Residential/Mobile proxy configuration updated successfully!');
    await dialog.getByRole('button', { name: 'Close dialog' }).click();
    await page
      .getByRole(phone ? 'list' : 'table', { name: 'Proxies' })
      .getByText('Ghana')
      .waitFor();
  });

  // spec: C1.1
  it('shows what was paid and signs out', async () => {
    await openScreen(page, phone, 'Transactions');
    const rows = page.getByRole(phone ? 'list' : 'table', { name: 'Transactions' });
    await rows.getByText(/^-₦/).first().waitFor();
    await signOut(page, phone);
    await page.goto('/wallet');
    await page.waitForURL('**/auth?redirectTo=%2Fwallet');
  });

  it('never threw and never complained on the way', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
