import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { loadConfig } from '../../../src/config/app-config';
import { connectDataSource } from '../../support/data-source';
import { seed } from '../../../src/embedded/seeds/seed';
import { SUPPLY_COMMANDS } from '../../../src/commands/supply.commands';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { builtCli } from '../../support/built-server';
import { runNode } from '../../support/run-node';

// Starts a process.
jest.setTimeout(180_000);

describe('Commands for supply', () => {
  let database: TestDatabase;
  let source: DataSource;
  const file = join(mkdtempSync(join(tmpdir(), 'stock-')), 'list.txt');

  const env = () => ({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    APP_KEY: 'a-key-for-the-tests-of-commands-only',
  });
  /** What the command prints. */
  const run = async (name: string, ...args: string[]) =>
    (await SUPPLY_COMMANDS[name]!.run(args, () => undefined)).join('\n');

  beforeAll(async () => {
    database = await createTestDatabase();
    Object.assign(process.env, env());
    source = await connectDataSource(database.url, 1);
    await seed(loadConfig(env()));
    await source.query(
      `INSERT INTO supply_provider (name, kind, base_url, api_key_encrypted, enabled, buys_automatically, automatic_period, minimum_stock)
       VALUES ('Main', 'webshare', 'https://proxy.webshare.io', 'Secret-3', true, false, '3m', '{}')`,
    );
    writeFileSync(file, '203.0.113.1:8000:user:Secret-1\nnonsense Secret-2\n');
  });
  afterAll(async () => {
    await source?.destroy();
    await database?.dispose();
  });

  it('should import a list once, list it and disable what is named', async () => {
    const dry = await run('stock:import', file, '--country=is', '--dry-run');
    expect(dry).toContain('Would add 1 units; 0 duplicates, 1 malformed lines');
    const added = await run('stock:import', file, '--country=is');
    expect(added).toContain('Added 1 units');
    expect(added).toContain('line 2:');
    expect(await run('stock:import', file, '--country=is')).toContain(
      'Added 0 units; 1 duplicates',
    );
    const output = await run('supply:list');
    const [, unit = ''] = /(unit:\d+) {2}datacenter is {2}203\.0\.113\.1 .*free/.exec(output) ?? [];
    expect(output).toMatch(
      /provider:\d+ {2}webshare Main {2}0 units {2}balance not known {2}enabled/,
    );
    expect(output).toMatch(/stock {2}is {2}1 free, 0 sold/);
    expect(output).toMatch(/exit:\d+ {2}datacenter is {2}units of stock/);
    expect(`${dry}${added}${output}`).not.toContain('Secret');
    expect(await run('supply:disable', unit)).toContain(`Disabled ${unit}`);
    expect(await run('supply:list')).toMatch(/203\.0\.113\.1 .*disabled/);
  });

  it('should print a refusal and exit with 1', async () => {
    const refused = await runNode([await builtCli(), 'supply:disable', 'unit:999999'], {
      env: { PATH: process.env.PATH, ...env() },
    });
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('unit of stock')]);
  });
});
