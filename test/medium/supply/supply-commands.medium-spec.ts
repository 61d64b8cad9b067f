import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../../src/config/app-config';
import { connectDataSource } from '../../../src/database/connect-data-source';
import { seed } from '../../../src/embedded/seeds/seed';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { inRepo } from '../../support/repo';
import { runNode } from '../../support/run-node';

// Starts a process per command.
jest.setTimeout(180_000);

describe('Commands for supply', () => {
  let database: TestDatabase;
  let source: DataSource;
  const file = join(mkdtempSync(join(tmpdir(), 'stock-')), 'list.txt');

  const env = () => ({
    ...{ PATH: process.env.PATH, DATABASE_URL: database.url },
    APP_KEY: 'a-key-for-the-tests-of-commands-only',
  });
  const run = (...args: string[]) =>
    runNode(['--import', 'tsx', inRepo('src', 'cli.ts'), ...args], { env: env() });

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await connectDataSource(database.url, 1);
    await seed(database.url, loadConfig({ NODE_ENV: 'test', ...env() }));
    writeFileSync(file, '203.0.113.1:8000:user:Secret-1\nnonsense Secret-2\n');
  });
  afterAll(async () => {
    await source?.destroy();
    await database?.dispose();
  });

  it('should import a list once, list it and disable what is named', async () => {
    const dry = await run('stock:import', file, '--country=is', '--dry-run');
    expect(dry.output).toContain('Would add 1 units; 0 duplicates, 1 malformed lines');
    const added = await run('stock:import', file, '--country=is');
    expect(added.output).toContain('Added 1 units');
    expect(added.output).toContain('line 2:');
    expect((await run('stock:import', file, '--country=is')).output).toContain(
      'Added 0 units; 1 duplicates',
    );
    const { output } = await run('supply:list');
    const [, unit = ''] = /(unit:\d+) {2}datacenter is {2}203\.0\.113\.1 .*free/.exec(output) ?? [];
    expect(output).toMatch(/exit:\d+ {2}datacenter is {2}units of stock/);
    expect(`${dry.output}${added.output}${output}`).not.toContain('Secret');
    expect((await run('supply:disable', unit)).output).toContain(`Disabled ${unit}`);
    expect((await run('supply:list')).output).toMatch(/203\.0\.113\.1 .*disabled/);
    const refused = await run('supply:disable', 'unit:999999');
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('unit of stock')]);
  });
});
