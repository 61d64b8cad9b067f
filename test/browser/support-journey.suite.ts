import type { Page } from 'playwright-core';
import {
  buyProxy,
  createCustomer,
  findInMails,
  topUp,
  type Customer,
} from '../support/browser/account';
import {
  expectVisible,
  type BrowserTestApp,
  type TestPage,
} from '../support/browser/browser-test-app';
import { sqlAt, type Sql } from '../support/e2e/database';
import { openScreen } from '../support/browser/menu';
import { signIn } from '../support/browser/session';
import { send } from '../support/browser/staff';
import { expectToast } from '../support/browser/toasts';

const PASSWORD = 'Correct-horse-8-staple';
const COMPLAINT = 'No page opens since this morning';
const REFUND = 1500;

interface Roles {
  data: { presets: { name: string; permissions: string[] }[] };
}

/** From the complaint of a customer to the refund that somebody else approves, with the roles that a shop starts from. */
export function testSupportJourney(getApp: () => BrowserTestApp): void {
  describe('a support agent and a finance clerk', () => {
    let customer: Customer;
    let sql: Sql;
    let customerPage: TestPage;
    let agentPage: TestPage;
    let clerkPage: TestPage;
    const pages = (): TestPage[] => [customerPage, agentPage, clerkPage];

    beforeAll(async () => {
      const { platform } = getApp();
      customer = await createCustomer(platform);
      await topUp(platform, customer, 20_000);
      await buyProxy(platform, customer, 'ng');
      customerPage = await getApp().openPage();
      agentPage = await getApp().openPage();
      clerkPage = await getApp().openPage();
      await signIn(customerPage.page, customer.session);
      sql = sqlAt(await platform.databaseUrl());
      await letServe();
    });
    afterAll(() => Promise.all(pages().map((page) => page?.context.close())));

    /** The link of the invitation to a role that has the permissions of a preset. */
    const invite = async (preset: string): Promise<string> => {
      const { platform } = getApp();
      const email = `${preset.toLowerCase()}@example.com`;
      const { data } = (await send(
        platform,
        ['GET', '/admin/permissions'],
        platform.admin,
      )) as Roles;
      const role = data.presets.find(({ name }) => name === preset)!;
      const created = (await send(platform, ['POST', '/admin/roles'], platform.admin, role)) as {
        data: { id: number };
      };
      const body = { email, role_id: created.data.id };
      await send(platform, ['POST', '/admin/staff'], platform.admin, body);
      return findInMails(platform, email, /https?:\/\/\S+\/invitation\?\S+/);
    };

    /** Nobody approves anything on the first day. */
    const letServe = async (): Promise<void> => {
      const since = "now() - interval '25 hours'";
      await sql(`UPDATE admin_term SET started_at = ${since}`);
      await sql(`UPDATE users SET staff_role_since = ${since} WHERE staff_role_id IS NOT NULL`);
      await sql(`UPDATE staff_role SET approves_since = ${since} WHERE approves_since IS NOT NULL`);
    };

    const join = async ({ page }: TestPage, preset: string, name: string): Promise<void> => {
      const { pathname, search } = new URL(await invite(preset));
      await page.goto(pathname + search);
      const form = page.getByRole('form', { name: 'Join the staff' });
      await form.getByLabel('Full name').fill(name);
      await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await form.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
      await form.getByRole('button', { name: 'Join the staff' }).click();
      await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor();
    };

    const row = (page: Page, table: string, name: string | RegExp) =>
      page.getByRole('table', { name: table }).getByRole('link', { name });

    it('should let the customer complain about the proxy in sight', async () => {
      const { page } = customerPage;
      await page.goto('/proxyhistory');
      await page.locator('a[href^="/proxyhistory/"]').first().click();
      await page.waitForURL(/proxyhistory\/\d+/);
      await page
        .getByRole('link', { name: /^Support/ })
        .first()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Write to support' });
      await dialog.getByText(/^Proxy #\d+$/).waitFor();
      await dialog.getByLabel('Subject').fill(COMPLAINT);
      await dialog.getByLabel('Message').fill('Every request fails.');
      await dialog.getByRole('button', { name: 'Send message' }).click();
      await page.waitForURL(/\/tickets\/\d+$/);
    });

    it('should lead the agent from the ticket to why requests fail, and answer', async () => {
      const { page } = agentPage;
      await join(agentPage, 'Support', 'Sade Support');
      await openScreen(page, false, 'Support');
      await row(page, 'Tickets', COMPLAINT).click();
      await page.getByRole('link', { name: /^Proxy #\d+$/ }).click();
      await expectVisible(page, 'Next request');
      await page.goBack();
      await page
        .getByRole('textbox', { name: 'Reply to customer' })
        .fill('Sorry. A part of the price comes back.');
      await page.getByRole('button', { name: 'Send reply' }).click();
      await page.getByText('Sorry. A part of the price comes back.').waitFor();
    });

    it('should let the agent propose a part of the price, which moves no money', async () => {
      const { page } = agentPage;
      await page.getByRole('link', { name: customer.name }).click();
      await page.getByRole('button', { name: /^Refund order/ }).click();
      const dialog = page.getByRole('dialog', { name: /^Refund order #/ });
      await dialog.getByLabel('Another amount').check();
      await dialog.getByLabel('Amount (₦)').fill(`${REFUND}`);
      await dialog.getByLabel('Reason').fill('The country was not reachable.');
      await dialog.getByRole('button', { name: 'Refund order' }).click();
      await expectToast(agentPage, /^Proposed: another admin has to approve it/);
      expect(await getRefunds()).toEqual([]);
    });

    it('should let the clerk approve it', async () => {
      const { page } = clerkPage;
      await join(clerkPage, 'Finance', 'Femi Finance');
      await letServe();
      await openScreen(page, false, 'Approvals');
      await page
        .getByRole('button', { name: /refund/i })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('The country was not reachable.').waitFor();
      await dialog.getByRole('button', { name: 'Approve' }).click();
      await expectToast(clerkPage, /approved/i);
      expect(await getRefunds()).toEqual([REFUND]);
    });

    it('should show the customer the answer and the money', async () => {
      const { page } = customerPage;
      await page.reload();
      await expectVisible(page, 'Sorry. A part of the price comes back.');
      await page.goto('/transactions');
      await expectVisible(page, '+₦1,500');
      expect(pages().flatMap(({ consoleErrors }) => consoleErrors)).toEqual([]);
    });

    const getRefunds = async (): Promise<number[]> => {
      const rows = await sql<{ naira: number }>(
        `SELECT (amount_kobo / 100)::int AS naira FROM wallet_transaction WHERE user_id = $1 AND purpose = 'refund'`,
        [customer.session.user.id],
      );
      return rows.map(({ naira }) => naira);
    };
  });
}
