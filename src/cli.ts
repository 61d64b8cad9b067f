import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { DataSource } from 'typeorm';
import { ChainHeadFileError } from './admin/integrity/chain-head-file';
import { resetTwoFactor } from './auth/two-factor/reset-two-factor';
import {
  addExits,
  describeServedAddress,
  findServedAddresses,
  EXIT_LIST_EXAMPLE,
  ExitListError,
  parseExitList,
} from './catalog/exits/exit-list';
import { ConfigError, loadConfig } from './config/app-config';
import { KeyRing, MissingKeyError } from './config/key-ring';
import { connectDataSource } from './database/connect-data-source';
import { runMigrations, UnknownSchemaError } from './database/migrate';
import { loadEmbeddedEnvironment } from './embedded/load-environment';
import { SeedRefusedError, seedMillion } from './embedded/seeds/million/seed-million';
import { poll } from './embedded/poll';
import { seed } from './embedded/seeds/seed';
import { GATEWAY_ROLE, grantGatewayRole, RoleNameError } from './gateway/gateway-role';
import { buildOpenApiFiles } from './http/openapi/openapi';
import { archiveBooks, verifyBooks } from './ledger-archive';
import { checkLedger, UnknownPeriodError } from './ledger-check';
import { RotationRefusedError, rotateSecrets } from './rotate-secrets';
import { SUPPLY_COMMANDS, SupplyCommandError } from './supply-commands';
import { LedgerArchiveError } from './wallet/ledger/ledger-archive-file';

const OPENAPI_FOLDER = join(__dirname, '..', 'openapi');

const SERVED_WITHIN_MS = 7_000;

/** Operator commands. */
const COMMANDS: Record<string, { help: string; run: () => Promise<void> }> = {
  migrate: { help: 'run pending migrations on DATABASE_URL', run: migrate },
  seed: {
    help: 'add missing seed data: countries, prices, and the admin of ADMIN_EMAIL and ADMIN_PASSWORD',
    run: seedShop,
  },
  'seed:million': {
    help: 'fill a non-production database with a million generated customers; --users=N for fewer',
    run: fillShop,
  },
  'exits:add': {
    help: 'add the exits of a JSON file; without a file, show its format',
    run: putExitsIntoService,
  },
  ...Object.fromEntries(
    Object.entries(SUPPLY_COMMANDS).map(([name, { help, run }]) => [
      name,
      { help, run: async () => console.log((await run(process.argv.slice(3))).join('\n')) },
    ]),
  ),
  'ledger:check': {
    help: 'check every ledger and delivery invariant; --head=FILE against an exported seal as well, --since=YYYY-MM from a closed month on like the daily job, --full all history like the weekly one (the default)',
    run: async () => console.log((await checkLedger(process.argv.slice(3))).join('\n')),
  },
  'books:archive': {
    help: 'move the ledger entries of a closed month, such as 2025-01, to a file; --dir=DIR instead of BOOKS_DIR',
    run: async () => console.log((await archiveBooks(process.argv.slice(3))).join('\n')),
  },
  'books:verify': {
    help: 'verify the file of an archived month, on its own and against the database',
    run: async () => console.log((await verifyBooks(process.argv.slice(3))).join('\n')),
  },
  'two-factor:reset': {
    help: 'disable two-factor login of the staff account with this email',
    run: resetTwoFactorLogin,
  },
  'secrets:rotate': {
    help: 'after a change of APP_KEY: re-encrypt what APP_KEY_OLD, or the key in --old-key-file, decrypts',
    run: rotateKeys,
  },
  'keys:gateway': {
    help: 'print the line that stands in for APP_KEY in the environment of a gateway; it is a secret',
    run: printGatewayKeys,
  },
  'role:gateway': {
    help: 'make the database role of gateways, or give it the rights it needs now; --role=NAME instead of nairaproxy_gateway',
    run: makeGatewayRole,
  },
  openapi: {
    help: 'write the documents in openapi, or in the folder named after it',
    run: writeOpenApi,
  },
};

async function migrate(): Promise<void> {
  const ran = await runMigrations(loadConfig().database.url);
  console.log(ran.length ? `Ran ${ran.join(', ')}` : 'The database is up to date');
}

async function seedShop(): Promise<void> {
  const config = loadConfig();
  const { countries, prices, exits, stock, adminCreated } = await seed(config.database.url, config);
  console.log(`Added ${countries} countries, ${prices} prices, ${exits} exits, ${stock} addresses`);
  if (adminCreated) console.log(`Made the admin ${config.admin.email}`);
}

/** Fills the database of DATABASE_URL; `--force` even when the shop has customers. */
async function fillShop(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { users: { type: 'string', default: '1000000' }, force: { type: 'boolean' } },
  });
  const users = Number(values.users);
  if (!Number.isInteger(users) || users < 1 || users > 10_000_000)
    throw new SeedRefusedError('--users takes a whole number from 1 to 10000000.');
  const config = loadConfig();
  const source = await connectDataSource(config.database.url, 2);
  const start = Date.now();
  const log = (line: string) =>
    console.log(`${((Date.now() - start) / 1000).toFixed(1).padStart(7)} s  ${line}`);
  try {
    await seedMillion(source, config, { users, force: values.force ?? false, log });
  } finally {
    await source.destroy();
  }
}

async function putExitsIntoService(): Promise<void> {
  const file = process.argv[3];
  if (!file) return console.log(EXIT_LIST_EXAMPLE);
  const exits = parseExitList(readFileSync(file, 'utf8'));
  const config = loadConfig();
  const source = await connectDataSource(config.database.url, 1);
  try {
    const added = await addExits(source, config.key('secrets'), exits);
    console.log(`Added ${added.exitNodeIds.length} exits and ${added.addresses} addresses`);
    const served = await waitUntilServed(source, added.exitNodeIds);
    console.log(served.map((one) => `  ${describeServedAddress(one)}`).join('\n'));
  } finally {
    await source.destroy();
  }
}

/** Gateways look at new exits within seconds, so what is missing then is missing on their machines. */
async function waitUntilServed(source: DataSource, exitNodeIds: number[]) {
  let served = await findServedAddresses(source, exitNodeIds);
  const isServed = () => served.every(({ gateways }) => gateways.length > 0);
  await poll(
    async () =>
      isServed() || ((served = await findServedAddresses(source, exitNodeIds)), isServed()),
    SERVED_WITHIN_MS,
    500,
  );
  return served;
}

/** For the last admin, after the loss of phone and recovery codes. Exit code 1 when two-factor login is off. */
async function resetTwoFactorLogin(): Promise<void> {
  const email = process.argv[3] ?? '';
  const source = await connectDataSource(loadConfig().database.url, 1);
  try {
    const done = await resetTwoFactor(source, email);
    console.log(
      done
        ? `Two-factor login is switched off for ${email}`
        : 'No account with this email uses two-factor login',
    );
    if (!done) process.exitCode = 1;
  } finally {
    await source.destroy();
  }
}

function printGatewayKeys(): Promise<void> {
  const { keys, isAppKeySet } = loadConfig();
  if (!isAppKeySet) throw new MissingKeyError('Set APP_KEY; the keys of a gateway follow from it.');
  console.log(`GATEWAY_KEYS=${keys.exportGatewayKeys()}`);
  return Promise.resolve();
}

async function makeGatewayRole(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { role: { type: 'string', default: GATEWAY_ROLE } },
  });
  await grantGatewayRole(loadConfig().database.url, values.role);
  console.log(`${values.role} has the rights of a gateway`);
}

/** Exits with 1 when a secret stays unreadable. The old key is no argument: process lists show those. */
async function rotateKeys(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { 'old-key-file': { type: 'string' } },
  });
  const config = loadConfig();
  const file = values['old-key-file'];
  const oldKeys = file ? new KeyRing(readFileSync(file, 'utf8').trim()) : config.oldKeys;
  if (!oldKeys || !config.isAppKeySet)
    throw new RotationRefusedError(
      'Set APP_KEY to the new key, and APP_KEY_OLD to the one before or --old-key-file to a file with it.',
    );
  const source = await connectDataSource(config.database.url, 1);
  try {
    const counts = await rotateSecrets(source, oldKeys, config.keys);
    console.log(' re-encrypted       current            unreadable');
    for (const { what, rotated, current, unreadable, examples } of counts) {
      const such = examples.length ? `, such as ${examples.join(', ')}` : '';
      const columns = [pad(rotated, 13), pad(current, 14), pad(unreadable, 22)].join('');
      console.log(`${columns}   ${what}${such}`);
      if (unreadable) process.exitCode = 1;
    }
    console.log(
      'Sign-ins, links and codes that were mailed, and recovery codes end with the old key.',
    );
  } finally {
    await source.destroy();
  }
}

async function writeOpenApi(): Promise<void> {
  // The whole API takes longer to load than most commands take.
  const { createApp } = await import('./create-app.js');
  const app = await createApp(true);
  const folder = process.argv[3] ?? OPENAPI_FOLDER;
  for (const [name, document] of Object.entries(buildOpenApiFiles(app))) {
    const file = join(folder, name);
    writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
    console.log(`Wrote ${relative(process.cwd(), file)}`);
  }
  await app.close();
}

const pad = (count: number, width: number): string => String(count).padStart(width);

async function main(): Promise<void> {
  const command = COMMANDS[process.argv[2] ?? ''];
  if (!command) {
    const lines = Object.entries(COMMANDS).map(
      ([name, { help }]) => `  ${name.padEnd(14)} ${help}`,
    );
    console.error(`Usage: node dist/cli.js <command>\n${lines.join('\n')}`);
    process.exit(2);
  }
  loadEmbeddedEnvironment();
  await command.run();
}

main().catch((error: unknown) => {
  const isExpected = [
    ChainHeadFileError,
    ConfigError,
    ExitListError,
    LedgerArchiveError,
    MissingKeyError,
    RoleNameError,
    RotationRefusedError,
    SeedRefusedError,
    SupplyCommandError,
    UnknownPeriodError,
    UnknownSchemaError,
  ].some((e) => error instanceof e);
  console.error(isExpected ? (error as Error).message : error);
  process.exit(1);
});
