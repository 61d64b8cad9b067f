import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { buyProxy, createCustomer, topUp, type Customer } from '../support/browser/account';
import {
  expectVisible,
  PHONE,
  type BrowserTestApp,
  type TestPage,
} from '../support/browser/browser-test-app';
import { chooseAction, openScreen, signOut } from '../support/browser/menu';
import { chooseOption } from '../support/browser/select';
import { openSession, signIn } from '../support/browser/session';
import { send } from '../support/browser/staff';
import { expectToast } from '../support/browser/toasts';

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

const ZAINAB = {
  name: 'Zainab Musa',
  email: 'zainab@example.com',
  password: 'Borrowed-ladder-31-soon',
};

/** Money moves and forms on a desktop, and on a phone what differs there. */
export function testAdminJourney(getApp: () => BrowserTestApp): void {
  describe('journeys', () => {
    let customer: Customer;

    beforeAll(async () => {
      const { platform } = getApp();
      customer = await createCustomer(platform);
      await topUp(platform, customer, 20_000);
      await buyProxy(platform, customer, 'ng');
      await send(platform, ['POST', '/admin/users'], platform.admin, ZAINAB);
    });

    describe('the admin journey', () => {
      let testPage: TestPage;
      let page: Page;

      beforeAll(async () => {
        testPage = await getApp().openPage();
        ({ page } = testPage);
      });
      afterAll(() => testPage.context.close());

      const rows = (name: string) => page.getByRole('table', { name });
      const act = (label: string, name: string) =>
        page.getByRole('button', { name: `${label} ${name}` }).click();

      it('should refuse a customer at the staff sign-in, and open the requested page for an admin', async () => {
        const { admin } = getApp().platform;
        await page.goto('/admin/users?search=adaeze');
        await page.waitForURL('**/admin/login?redirectTo=**');
        const email = page.getByLabel('Admin email');
        const password = page.getByLabel('Password', { exact: true });
        const submit = page.getByRole('button', { name: 'Sign In to Admin Panel' });
        await email.fill(customer.email);
        await password.fill(customer.password);
        await submit.click();
        await expectVisible(page, 'Access denied. Admin privileges required.');
        expect(new URL(page.url()).pathname).toBe('/admin/login');
        await email.fill(admin.email);
        await password.fill(admin.password);
        await submit.click();
        await page.waitForURL('**/admin/users?search=adaeze');
        await waitForTitle(page, 'User Management');
        await expectToast(testPage, 'Admin login successful!');
        await expectVisible(page, 'Filtered Users');
      });

      it('should show revenue and recent activity on the dashboard', async () => {
        await openScreen(page, false, 'Dashboard');
        await waitForTitle(page, 'Admin Dashboard');
        await expectVisible(page, /^Last updated: /);
        await page
          .getByRole('region', { name: 'Revenue Analytics' })
          .getByText('₦')
          .first()
          .waitFor();
        await page
          .getByRole('region', { name: 'Recent Activity' })
          .getByText('Signed in')
          .first()
          .waitFor();
        await page.getByRole('link', { name: 'Manage Users' }).click();
        await waitForTitle(page, 'User Management');
      });

      it('should add a user', async () => {
        await page.getByRole('button', { name: 'Add User' }).click();
        const dialog = page.getByRole('dialog', { name: 'Add User' });
        await dialog.getByLabel('Name', { exact: true }).fill('Chidi Eze');
        await dialog.getByLabel('Email').fill('chidi@example.com');
        await dialog.getByLabel('Password').fill('Borrowed-ladder-31-soon');
        await dialog.getByRole('button', { name: 'Add User' }).click();
        await expectToast(testPage, /User added successfully!\s*Created by /);
        await rows('Users').getByText('chidi@example.com').waitFor();
        expect(new URL(page.url()).search).toBe('');
      });

      it('should fund the wallet and show each balance and the reference', async () => {
        await act('Fund wallet', 'Chidi Eze');
        const dialog = page.getByRole('dialog', { name: 'Fund Wallet' });
        const fund = dialog.getByRole('button', { name: 'Fund Wallet' });
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

      it('should edit the user and list the changed fields', async () => {
        await act('Edit', 'Chidi Eze');
        const dialog = page.getByRole('dialog', { name: 'Edit User' });
        expect(await dialog.getByLabel('Phone').isEditable()).toBe(false);
        await chooseOption(dialog.getByLabel('Status'), 'Inactive');
        await dialog.getByRole('button', { name: 'Save Changes' }).click();
        await expectToast(testPage, /User updated successfully!\s*Updated fields: status/);
        await rows('Users').getByText('Inactive').waitFor();
      });

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

      it('should delete an empty account and remove its row', async () => {
        await act('Delete', ZAINAB.name);
        const dialog = page.getByRole('dialog', { name: 'Delete User' });
        await dialog.getByLabel(/to confirm$/).fill(ZAINAB.email);
        await dialog.getByRole('button', { name: `Delete ${ZAINAB.name}` }).click();
        await expectToast(testPage, 'User deleted successfully!');
        await rows('Users').getByText(ZAINAB.email).waitFor({ state: 'detached' });
        await dialog.waitFor({ state: 'hidden' });
      });

      it('should show a customer’s purchases, payments and wallet entries', async () => {
        await act('View', customer.name);
        await page.getByRole('dialog').getByRole('button', { name: 'Profile' }).click();
        await page.waitForURL(/modal=profile/);
        await page.getByRole('dialog').getByRole('link', { name: 'Open page' }).click();
        await page.waitForURL('**/admin/userprofile?id=*');
        await rows('purchases').getByText('Residential').waitFor();
        await page.getByRole('tab', { name: 'Payment History' }).click();
        await rows('payments').getByText('Wallet Top-up').waitFor();
        await expectVisible(page, /^Showing 1 to \d of \d results$/);
        await page.getByRole('tab', { name: 'Wallet Activity' }).click();
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

      it('should suspend a proxy with a reason and resume it', async () => {
        await openScreen(page, false, 'Proxy Management');
        await page
          .getByRole('button', { name: /^Details of proxy/ })
          .first()
          .click();
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
          const confirm = dialog
            .getByRole('form', { name: verb })
            .getByRole('button', { name: verb });
          expect(await confirm.isDisabled()).toBe(true);
          await dialog.getByLabel('Reason').fill('Complaint 4711');
          await confirm.click();
          await dialog.getByText(status, { exact: true }).waitFor();
        }
        await page.keyboard.press('Escape');
        await page.waitForURL((url) => url.search === '');
      });

      it('should show and export the reports', async () => {
        await openScreen(page, false, 'Reports');
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

      it('should refund an order to the wallet', async () => {
        await page.goto(`/admin/userprofile?id=${customer.session.user.id}`);
        await page.getByRole('button', { name: /^Refund order/ }).click();
        const dialog = page.getByRole('dialog', { name: /^Refund order #/ });
        await dialog.getByLabel(/^All that is left/).check();
        await dialog.getByLabel('Reason').fill('The country was not reachable.');
        await dialog.getByRole('button', { name: 'Refund order' }).click();
        await expectToast(
          testPage,
          /The order was refunded\.\s*₦[\d,]+ was returned to the wallet\./,
        );
        await rows('purchases').getByText('Refunded').waitFor();
        await expectVisible(page, '₦20,000');
      });

      it('should list, verify and export the admin’s own actions in the audit trail', async () => {
        await openScreen(page, false, 'Audit Trail');
        await page.getByLabel('Action', { exact: true }).fill('wallet.funded');
        await page.waitForURL(/action=wallet.funded/);
        await rows('Audit logs').getByText('auth.signed_in').first().waitFor({ state: 'detached' });
        await page
          .getByRole('button', { name: /^Details of log/ })
          .first()
          .click();
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

      it('should save the settings', async () => {
        await openScreen(page, false, 'Settings');
        await waitForTitle(page, 'System Settings');
        await expectToast(testPage, 'Settings loaded successfully');
        await expectVisible(page, 'Important Notice');
        await page.getByRole('tab', { name: 'Payment' }).click();
        await page.getByRole('switch', { name: 'Price markup' }).check();
        await page.getByLabel('Markup percentage').fill('10');
        await page.getByLabel('Minimum topup').fill('2000');
        await page.getByRole('button', { name: 'Save Changes' }).click();
        await expectToast(testPage, 'Settings saved successfully!');
        await expectToast(
          testPage,
          'Pricing cache cleared. New settings will be used immediately.',
        );
        await page.reload();
        expect(await page.getByLabel('Minimum topup').inputValue()).toBe('2000');
        expect(await page.getByLabel('Korapay secret key', { exact: true }).inputValue()).toMatch(
          /^••••/,
        );
      });

      it('should log no console errors during the journey', () => {
        expect(testPage.consoleErrors).toEqual([]);
      });
    });

    describe('the admin journey on a phone', () => {
      let testPage: TestPage;
      let page: Page;

      beforeAll(async () => {
        const { platform } = getApp();
        testPage = await getApp().openPage({ viewport: PHONE });
        ({ page } = testPage);
        await signIn(page, await openSession(platform, platform.admin, 'staff'));
        await page.goto('/admin/dashboard');
      });
      afterAll(() => testPage.context.close());

      it('should open a screen from the menu and fund a wallet from the menu of a row', async () => {
        await openScreen(page, true, 'User Management');
        await chooseAction(page, customer.name, 'Fund wallet');
        const dialog = page.getByRole('dialog', { name: 'Fund Wallet' });
        await dialog.getByLabel('Amount').fill('2500');
        await dialog.getByRole('button', { name: 'Fund Wallet' }).click();
        await expectToast(testPage, /Amount: ₦2,500/);
        await dialog.getByRole('button', { name: 'Done' }).click();
      });

      it('should open the details of a proxy from the menu of its row', async () => {
        await openScreen(page, true, 'Proxy Management');
        await chooseAction(page, /^Actions for proxy/, 'Details');
        await page.waitForURL(/proxy=\d+/);
        await page.getByRole('dialog').getByText('Keep as long as possible').waitFor();
        await page.keyboard.press('Escape');
        await page.waitForURL((url) => url.search === '');
      });

      it('should sign out to the landing page', async () => {
        await signOut(page, true);
        await page.goto('/admin/reports?tab=revenue');
        await page.waitForURL('**/admin/login?redirectTo=%2Fadmin%2Freports%3Ftab%3Drevenue');
      });

      it('should log no console errors', () => {
        expect(testPage.consoleErrors).toEqual([]);
      });
    });
  });
}
