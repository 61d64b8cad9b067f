import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { poll } from '../../src/embedded/poll';
import { BackconnectGateway } from '../support/backconnect/backconnect-gateway';
import {
  expectVisible,
  type BrowserTestApp,
  type TestPage,
} from '../support/browser/browser-test-app';
import { openSession, signIn } from '../support/browser/session';
import { removeNetworks, send } from '../support/browser/staff';
import { expectToast } from '../support/browser/toasts';
import { sqlAt, type Sql } from '../support/e2e/database';
import { freePort } from '../support/ports';

/** For a busy machine: the probes of a round run every 15 seconds. */
const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 500;

/** Addresses of the range for benchmarks, in two countries, with every mistake that a bought list may have. */
function writeList(folder: string): string {
  const lines = Array.from(
    { length: 500 },
    (_, index) =>
      `198.18.${index >> 8}.${index & 255},8000,user${index},pass${index},${index < 300 ? 'IS' : 'GH'}`,
  );
  const mistakes = [
    '198.18.0.1,8000,again,again,IS',
    'gate.example.com,8000,user,pass,IS',
    '198.18.9.9,8000,user,pass,XX',
    '198.18.9.10,99999,user,pass,IS',
  ];
  const file = join(folder, 'bought.csv');
  const head = 'ip,port,username,password,country';
  writeFileSync(file, `${[head, ...lines, ...mistakes].join('\n')}\n`);
  return file;
}

const card = (page: Page, label: string) =>
  page.locator('.ant-statistic').filter({ hasText: label }).first();

/** Removes the networks of the platform. */
export function testSupply(getApp: () => BrowserTestApp): void {
  describe('what the shop sells', () => {
    let staff: TestPage;
    let sql: Sql;
    let folder: string;
    let port: number;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'nairaproxy-supply-'));
      const { platform } = getApp();
      await removeNetworks(platform);
      sql = sqlAt(await platform.databaseUrl());
      // An exit of the pool that nothing listens at yet; probes begin within a minute.
      port = await freePort();
      await send(platform, ['POST', '/admin/supply/exits/import'], platform.admin, {
        ...{ text: `127.0.0.1:${port}:customer-login1:secret`, kind: 'residential', country: 'is' },
      });
      staff = await getApp().openPage();
      await signIn(staff.page, await openSession(platform, platform.admin, 'staff'));
    });
    afterAll(async () => {
      await staff?.context.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const isOnSale = async (country: string): Promise<boolean> => {
      const path = '/api/v1/pool/countries?connection_type=residential';
      return (await (await fetch(getApp().platform.apiUrl + path)).text()).includes(`"${country}"`);
    };

    it('should sell the country of an exit until the probes say otherwise', async () => {
      expect(await isOnSale('is')).toBe(true);
    });

    it('should check a file of 500 addresses, import it and sell them', async () => {
      const { page } = staff;
      await page.goto('/admin/stock');
      await page.getByRole('button', { name: 'Import addresses' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import addresses' });
      await dialog.getByLabel('List file').setInputFiles(writeList(folder));
      await dialog.getByRole('button', { name: 'Check list' }).click();
      const report = dialog.getByRole('status');
      await report.getByText('500 addresses can be added').waitFor();
      await report.getByText('Ghana (200), Iceland (300)').waitFor();
      await report.getByText('1 duplicate is left out.').waitFor();
      const problems = report.getByRole('list', { name: 'Lines with problems' });
      expect(await problems.getByRole('listitem').count()).toBe(3);
      await problems.getByText('Line 503: The host is a name.').waitFor();
      await dialog.getByRole('button', { name: 'Import 500 addresses' }).click();
      await expectToast(staff, /500/);
      await card(page, 'Free').getByText('500', { exact: true }).waitFor();
      await page.getByLabel('Search stock').fill('198.18.1.243');
      await page.getByRole('row').getByText('198.18.1.243', { exact: true }).waitFor();
      expect(
        await sql<{ country: string; count: number }>(
          `SELECT e.country::text AS country, count(*)::int AS count FROM stock_unit s
         JOIN exit_node e ON e.id = s.exit_node_id WHERE s.address LIKE '198.18.%' GROUP BY 1 ORDER BY 1`,
        ),
      ).toEqual([
        { country: 'gh', count: 200 },
        { country: 'is', count: 300 },
      ]);
      // The same file again adds nothing.
      await page.getByRole('button', { name: 'Import addresses' }).click();
      await dialog.getByLabel('List file').setInputFiles(writeList(folder));
      await dialog.getByRole('button', { name: 'Check list' }).click();
      await report.getByText('There is nothing to add').waitFor();
      await dialog.getByRole('button', { name: 'Back' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(staff.consoleErrors).toEqual([]);
    });

    it('should take an exit that does not answer out of sale, say why, and sell it again when it answers', async () => {
      const { page } = staff;
      const row = page.getByRole('row').filter({ hasText: `127.0.0.1:${port}` });
      // Planned and due now instead of within minutes, and out of sale at the next miss instead of the third.
      const look = async (isSold: boolean) => {
        await sql(
          `INSERT INTO supply_health (exit_node_id, country, misses) SELECT id, country, 2 FROM exit_node
         WHERE country = 'is' AND kind = 'residential'
         ON CONFLICT (exit_node_id) DO UPDATE SET next_probe_at = now(), misses = EXCLUDED.misses`,
        );
        return (await isOnSale('is')) === isSold;
      };
      await poll(() => look(false), WITHIN_MS, LOOK_EVERY_MS);
      await page.goto('/admin/exits?search=Iceland');
      await row.getByText('Out of sale').waitFor();
      const [health] = await sql<{ error: string }>(
        `SELECT error FROM supply_health WHERE down_since IS NOT NULL AND country = 'is'`,
      );
      expect(health?.error.length).toBeGreaterThan(10);
      await row.getByText(health!.error).waitFor();
      const gateway = await BackconnectGateway.start('oxylabs', undefined, '127.0.0.1', port);
      try {
        await poll(() => look(true), WITHIN_MS, LOOK_EVERY_MS);
        await page.getByRole('button', { name: 'Refresh' }).click();
        await row.getByText('In service').waitFor();
      } finally {
        await gateway.close();
      }
    });

    it('should let staff disable the exit at once', async () => {
      const { page } = staff;
      const row = page.getByRole('row').filter({ hasText: `127.0.0.1:${port}` });
      await row.getByRole('button', { name: /^Change exit / }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('switch', { name: 'Enabled' }).click();
      await expectVisible(page, 'It is taken off sale');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expectToast(staff, 'The exit is changed.');
      await row.getByText('Disabled').waitFor();
      expect(await isOnSale('is')).toBe(false);
      expect(staff.consoleErrors).toEqual([]);
    });
  });
}
