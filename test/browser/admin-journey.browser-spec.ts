import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { buyProxy, createConfirmedAccount, topUp, type Account } from '../support/browser/account';
import { chooseAction, openScreen, signOut } from '../support/browser/menu';
import { chooseOption } from '../support/browser/select';
import {
  DESKTOP,
  describeInBrowser,
  PHONE,
  BrowserTestApp,
  expectVisible,
  type TestPage,
} from '../support/browser/browser-test-app';
import { signInStaff } from '../support/browser/staff';
import { expectToast } from '../support/browser/toasts';

jest.setTimeout(180_000);

const waitForTitle = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Name and content of the file that the browser downloads when `press` is called. */
async function downloadFrom(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; content: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return {
    name: download.suggestedFilename(),
    content: await readFile(await download.path(), 'latin1'),
  };
}

describeInBrowser.each([
  { device: 'a desktop', viewport: DESKTOP, phone: false },
  { device: 'a phone', viewport: PHONE, phone: true },
])('the admin journey on $device', ({ viewport, phone }) => {
  let app: BrowserTestApp;
  let testPage: TestPage;
  let page: Page;
  let customer: Account;

  beforeAll(async () => {
    app = await BrowserTestApp.start();
    customer = await createConfirmedAccount(app.platform);
    await topUp(app.platform, customer, 20_000);
    await buyProxy(app, customer);
    testPage = await app.openPage({ viewport });
    ({ page } = testPage);
  });
  afterAll(() => app?.stop());

  const rows = (name: string) => page.getByRole(phone ? 'list' : 'table', { name });
  /** Buttons in the row of a table; on a phone one menu. */
  const act = (label: string, name: string) =>
    phone
      ? chooseAction(page, name, label)
      : page.getByRole('button', { name: `${label} ${name}` }).click();
  const openDetails = (of: string) =>
    phone
      ? chooseAction(page, new RegExp(`^Actions for ${of}`), 'Details')
      : page
          .getByRole('button', { name: new RegExp(`^Details of ${of}`) })
          .first()
          .click();

  // spec: A4.1
  it('should refuse a customer at the staff sign-in', async () => {
    await page.goto('/admin/login');
    await page.getByLabel('Admin email').fill(customer.email);
    await page.getByLabel('Password', { exact: true }).fill(customer.password);
    await page.getByRole('button', { name: 'Sign In to Admin Panel' }).click();
    await expectVisible(page, 'Access denied. Admin privileges required.');
    expect(new URL(page.url()).pathname).toBe('/admin/login');
  });

  // spec: A2.3
  it('should open the requested page after the sign-in', async () => {
    await signInStaff(page, app.platform.admin, '/admin/users?search=adaeze');
    await waitForTitle(page, 'User Management');
    await expectToast(testPage, 'Admin login successful!');
    await expectVisible(page, 'Filtered Users');
    await page.goto('/admin/login');
    await page.waitForURL('**/admin/dashboard');
    await page.goto('/wallet');
    await page.waitForURL('**/admin/dashboard');
  });

  it('should show revenue and recent activity on the dashboard', async () => {
    await waitForTitle(page, 'Admin Dashboard');
    await expectVisible(page, /^Last updated: /);
    await page.getByRole('region', { name: 'Revenue Analytics' }).getByText('₦').first().waitFor();
    await page
      .getByRole('region', { name: 'Recent Activity' })
      .getByText('Signed in')
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Manage Users' }).click();
    await waitForTitle(page, 'User Management');
  });

  // spec: A1.4
  it('should validate and add a user', async () => {
    await page.getByRole('button', { name: 'Add User' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    await dialog.getByLabel('Name', { exact: true }).fill('Chidi Eze');
    await dialog.getByLabel('Email').fill('chidi@example.com');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await expectVisible(page, 'Name, email, and password are required fields');
    await dialog.getByLabel('Password').fill('12345');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await expectVisible(page, 'Password must be at least 6 characters long');
    await dialog.getByLabel('Password').fill('Borrowed-ladder-31-soon');
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await expectToast(testPage, /User added successfully!\s*Created by /);
    await rows('Users').getByText('chidi@example.com').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  // spec: A1.4
  it('should fund the wallet and show each balance and the reference', async () => {
    await act('Fund wallet', 'Chidi Eze');
    const dialog = page.getByRole('dialog', { name: 'Fund Wallet' });
    const fund = dialog.getByRole('button', { name: 'Fund Wallet' });
    await dialog.getByLabel('Amount').fill('999');
    await expectVisible(page, 'Minimum funding amount is ₦1,000');
    expect(await fund.isDisabled()).toBe(true);
    await dialog.getByLabel('Amount').fill('2500');
    await dialog.getByText('New balance: ₦2,500').waitFor();
    await fund.click();
    await expectToast(
      testPage,
      /Amount: ₦2,500\s*Previous balance: ₦0\s*New balance: ₦2,500\s*Reference: /,
    );
    expect(await dialog.getByLabel('Reference', { exact: true }).inputValue()).toMatch(/^FUND/);
    await dialog.getByRole('button', { name: 'Copy reference' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await rows('Users').getByText('₦2,500').waitFor();
  });

  // spec: A1.4
  it('should edit the user and list the changed fields', async () => {
    await act('Edit', 'Chidi Eze');
    const dialog = page.getByRole('dialog', { name: 'Edit User' });
    expect(await dialog.getByLabel('Phone').isEditable()).toBe(false);
    await chooseOption(dialog.getByLabel('Status'), 'Inactive');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(testPage, /User updated successfully!\s*Updated fields: status/);
    await rows('Users').getByText('Inactive').waitFor();
  });

  // spec: A8.10
  it('should refuse to delete an account with money and show the reason', async () => {
    await act('Delete', 'Chidi Eze');
    const dialog = page.getByRole('dialog', { name: 'Delete User' });
    await dialog.getByText('The wallet still holds ₦2,500.').waitFor();
    const remove = dialog.getByRole('button', { name: 'Delete Chidi Eze' });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel('Type chidi@example.com to confirm').fill('chidi@example.com');
    await remove.click();
    await expectVisible(page, /^Failed to delete user: This wallet still has money/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  // spec: A1.4, A4.9
  it('should delete an empty account and remove its row', async () => {
    await page.getByRole('button', { name: 'Add User' }).click();
    const adding = page.getByRole('dialog', { name: 'Add User' });
    await adding.getByLabel('Name', { exact: true }).fill('Zainab Musa');
    await adding.getByLabel('Email').fill('zainab@example.com');
    await adding.getByLabel('Password').fill('long-enough');
    await adding.getByRole('button', { name: 'Add User' }).click();
    await act('Delete', 'Zainab Musa');
    const dialog = page.getByRole('dialog', { name: 'Delete User' });
    await dialog.getByLabel(/to confirm$/).fill('zainab@example.com');
    await dialog.getByRole('button', { name: 'Delete Zainab Musa' }).click();
    await expectToast(testPage, 'User deleted successfully!');
    await rows('Users').getByText('zainab@example.com').waitFor({ state: 'detached' });
    // Key presses go to the dialog’s text field until it has closed.
    await dialog.waitFor({ state: 'hidden' });
  });

  // spec: A1.4
  it('should search with the slash key and keep the search in the URL', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('chidi');
    await page.waitForURL('**/admin/users?search=chidi');
    await expectVisible(page, 'Filtered Users');
    await page.getByRole('searchbox').fill('nobody at all');
    await expectVisible(page, 'No users found matching your search criteria.');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.waitForURL((url) => url.search === '');
  });

  // spec: A2.86
  it('should show a customer’s purchases, payments and wallet entries', async () => {
    await act('View', customer.name);
    await page.getByRole('dialog').getByRole('button', { name: 'Profile' }).click();
    await page.waitForURL(/modal=profile/);
    await page.getByRole('dialog').getByRole('link', { name: 'Open page' }).click();
    await page.waitForURL('**/admin/userprofile?id=*');
    await rows('purchases').getByText('Residential').waitFor();
    // By keyboard: on a phone the tab bar scrolls to the selected tab, and a tap may miss the moving one.
    await page.getByRole('tab', { name: 'Payment History' }).press('Enter');
    await rows('payments').getByText('Wallet Top-up').waitFor();
    await expectVisible(page, /^Showing 1 to \d of \d results$/);
    await page.getByRole('tab', { name: 'Wallet Activity' }).press('Enter');
    await page.waitForURL(/tab=wallet/);
    await rows('wallet entries').getByText('+₦20,000').waitFor();
    await page.getByRole('link', { name: 'Back to Users' }).click();
    await page.waitForURL('**/admin/users');
  });

  it('should show the details of the selected user only', async () => {
    await act('View', 'Chidi Eze');
    const dialog = page.getByRole('dialog', { name: 'User Details' });
    await dialog.getByText('chidi@example.com').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await act('View', customer.name);
    await dialog.getByText(customer.email).waitFor();
    expect(await dialog.getByText('chidi@example.com').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  });

  // spec: A1.5
  it('should suspend a proxy with a reason and resume it', async () => {
    await openScreen(page, phone, 'Proxy Management');
    await openDetails('proxy');
    await page.waitForURL(/proxy=\d+/);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Keep as long as possible').waitFor();
    expect(await dialog.getByLabel('Password', { exact: true }).getAttribute('type')).toBe(
      'password',
    );
    for (const [verb, status] of [
      ['Suspend proxy', 'Suspended'],
      ['Resume proxy', 'Active'],
    ] as const) {
      await dialog.getByRole('button', { name: verb }).click();
      const confirm = dialog.getByRole('form', { name: verb }).getByRole('button', { name: verb });
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByLabel('Reason').fill('Complaint 4711');
      await confirm.click();
      await dialog.getByText(status, { exact: true }).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');
  });

  it('should open a transaction from a link on any page of the list', async () => {
    await openScreen(page, phone, 'Transactions');
    await rows('Transactions').getByText('Wallet top-up').waitFor();
    await page.goto('/admin/transactions?type=debit&transaction=1');
    const dialog = page.getByRole('dialog', { name: 'Transaction #1' });
    await dialog.getByText('+₦20,000').waitFor();
    await dialog.getByText('Provider status').waitFor();
    await dialog.getByRole('button', { name: 'Copy reference' }).waitFor();
    await dialog.getByRole('button', { name: 'Record charge-back' }).waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await page.waitForURL('**/admin/transactions?type=debit');
  });

  // spec: A1.6
  it('should show and export the reports', async () => {
    await openScreen(page, phone, 'Reports');
    await page
      .getByRole('cell', { name: /^₦[1-9]/ })
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Proxy Usage' }).click();
    await chooseOption(page.getByLabel('Period'), 'Last 7 days');
    await page.waitForURL(/period=7/);
    await rows('Proxies sold by type').getByText('100%').waitFor();
    const pdf = await downloadFrom(page, () =>
      page.getByRole('button', { name: 'Export PDF' }).click(),
    );
    expect(pdf.name).toMatch(/^analytics-proxy-usage-\d{4}-\d\d-\d\d\.pdf$/);
    expect(pdf.content.slice(0, 5)).toBe('%PDF-');
    await expectToast(testPage, 'PDF report downloaded successfully!');
    const excel = await downloadFrom(page, () =>
      page.getByRole('button', { name: 'Export Excel' }).click(),
    );
    expect(excel.name).toMatch(/\.xlsx$/);
    expect(excel.content.slice(0, 2)).toBe('PK');
  });

  // spec: A4.19
  it('should save the table on screen as CSV when the server cannot create the file', async () => {
    await page.route('**/admin/analytics/export', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    );
    const saved = await downloadFrom(page, () =>
      page.getByRole('button', { name: 'Export Excel' }).click(),
    );
    expect(saved.name).toMatch(/^analytics-proxy-usage-.*\.csv$/);
    expect(saved.content).toContain('residential,1,100,');
    await expectToast(testPage, 'Failed to export EXCEL report');
    await page.unroute('**/admin/analytics/export');
  });

  it('should refund an order to the wallet', async () => {
    await page.goto('/admin/userprofile?id=2');
    if (phone) await chooseAction(page, 'order 1', 'Refund');
    else await page.getByRole('button', { name: 'Refund order 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund order #1' });
    await dialog.getByLabel(/^All that is left/).check();
    await dialog.getByLabel('Reason').fill('The country was not reachable.');
    await dialog.getByRole('button', { name: 'Refund order' }).click();
    await expectToast(testPage, /The order was refunded\.\s*₦[\d,]+ was returned to the wallet\./);
    await rows('purchases').getByText('Refunded').waitFor();
    await expectVisible(page, '₦20,000');
  });

  // spec: A1.8
  it('should list, verify and export the admin’s own actions in the audit trail', async () => {
    await openScreen(page, phone, 'Audit Trail');
    await page.getByLabel('Action', { exact: true }).fill('wallet.funded');
    await page.waitForURL(/action=wallet.funded/);
    await rows('Audit logs').getByText('auth.signed_in').first().waitFor({ state: 'detached' });
    await openDetails('log');
    const dialog = page.getByRole('dialog', { name: 'Audit Log Details' });
    await dialog.getByText('wallet.funded').waitFor();
    await dialog.getByLabel('After', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Verify' }).click();
    await expectVisible(page, 'The audit trail is intact');
    const csv = await downloadFrom(page, () =>
      page.getByRole('button', { name: 'Export CSV' }).click(),
    );
    expect(csv.name).toMatch(/^audit-logs-\d{4}-\d\d-\d\d\.csv$/);
    expect(csv.content).toContain('ID,Timestamp,User,User Role,Action,Category,Target,Details');
    await expectToast(testPage, 'CSV export downloaded successfully!');
  });

  // spec: A1.7
  it('should validate the settings, ask before discarding changes and save them', async () => {
    await openScreen(page, phone, 'Settings');
    await waitForTitle(page, 'System Settings');
    await expectToast(testPage, 'Settings loaded successfully');
    await expectVisible(page, 'Important Notice');
    await page.getByRole('tab', { name: 'Payment' }).click();
    expect(await page.getByLabel('Markup percentage').count()).toBe(0);
    await page.getByRole('switch', { name: 'Price markup' }).check();
    await page.getByLabel('Markup percentage').fill('150');
    await page.getByLabel('Minimum topup').fill('50');
    await page.getByRole('tab', { name: 'Email' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectVisible(page, 'Minimum topup must be at least ₦100');
    await expectVisible(page, 'Markup percentage must be between 0 and 100');
    await page.waitForURL(/tab=payment/);
    await openScreen(page, phone, 'Dashboard');
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await leaving.getByRole('button', { name: 'Stay' }).click();
    await page.getByLabel('Markup percentage').fill('10');
    await page.getByLabel('Minimum topup').fill('2000');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expectToast(testPage, 'Settings saved successfully!');
    await expectToast(testPage, 'Pricing cache cleared. New settings will be used immediately.');
    await page.reload();
    expect(await page.getByLabel('Minimum topup').inputValue()).toBe('2000');
    expect(await page.getByLabel('Korapay secret key', { exact: true }).inputValue()).toMatch(
      /^••••/,
    );
  });

  // spec: R5.4
  it('should say that there is no mail server to test', async () => {
    await page.getByRole('tab', { name: 'Email' }).click();
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expectToast(testPage, /No mail server is set/);
  });

  // spec: A2.8
  it('should sign out to the landing page', async () => {
    await signOut(page, phone);
    await page.goto('/admin/reports?tab=revenue');
    await page.waitForURL('**/admin/login?redirectTo=%2Fadmin%2Freports%3Ftab%3Drevenue');
  });

  it('should log no console errors during the journey', () => {
    expect(testPage.consoleErrors).toEqual([]);
  });
});
