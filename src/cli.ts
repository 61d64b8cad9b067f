import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { IntegrityService } from './admin/integrity/integrity.service';
import { ConfigError, loadConfig } from './config/app-config';
import { runMigrations } from './database/migrate';
import { adoptEmbeddedEnvironment } from './embedded/adopt-environment';
import { seed } from './embedded/seeds/seed';
import { createApp } from './http/create-app';
import { buildOpenApi } from './http/openapi';
import { LedgerCheckModule } from './ledger-check.module';

const OPENAPI_FILE = join(__dirname, '..', 'openapi', 'openapi.json');

/** What an operator runs by hand or from a deployment. */
const COMMANDS: Record<string, { help: string; run: () => Promise<void> }> = {
  migrate: { help: 'bring the database of DATABASE_URL up to date', run: migrate },
  seed: {
    help: 'add what a fresh shop needs: countries, prices, and the admin of ADMIN_EMAIL and ADMIN_PASSWORD',
    run: seedShop,
  },
  'ledger:check': {
    help: 'ask the database whether every promise about money and delivery holds',
    run: checkLedger,
  },
  openapi: { help: 'write openapi/openapi.json, or the file named after it', run: writeOpenApi },
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

/** Ends with exit code 1 when a promise is broken. */
async function checkLedger(): Promise<void> {
  const app = await NestFactory.createApplicationContext(LedgerCheckModule, {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  const reports = await app.get(IntegrityService).check();
  await app.close();
  for (const { name, promise, breaches, examples } of reports) {
    console.log(`${breaches ? 'BROKEN' : 'holds '}  ${String(breaches).padStart(6)}  ${name}`);
    if (breaches)
      console.log(`        ${promise}. For example: ${examples.join(', ') || '(none)'}`);
  }
  const broken = reports.filter((report) => report.breaches > 0).length;
  console.log(`${reports.length - broken} of ${reports.length} promises hold`);
  if (broken) process.exitCode = 1;
}

async function writeOpenApi(): Promise<void> {
  const app = await createApp(true);
  const file = process.argv[3] ?? OPENAPI_FILE;
  writeFileSync(file, `${JSON.stringify(buildOpenApi(app), null, 2)}\n`);
  await app.close();
  console.log(`Wrote ${relative(process.cwd(), file)}`);
}

async function main(): Promise<void> {
  const command = COMMANDS[process.argv[2] ?? ''];
  if (!command) {
    const lines = Object.entries(COMMANDS).map(
      ([name, { help }]) => `  ${name.padEnd(14)} ${help}`,
    );
    console.error(`Usage: node dist/cli.js <command>\n${lines.join('\n')}`);
    process.exit(2);
  }
  adoptEmbeddedEnvironment();
  await command.run();
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
