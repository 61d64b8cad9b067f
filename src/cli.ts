import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ConfigError, loadConfig } from './config/app-config';
import { runMigrations } from './database/migrate';
import { createApp } from './http/create-app';
import { buildOpenApi } from './http/openapi';

const OPENAPI_FILE = join(__dirname, '..', 'openapi', 'openapi.json');

/** What an operator runs by hand or from a deployment. */
const COMMANDS: Record<string, { help: string; run: () => Promise<void> }> = {
  migrate: { help: 'bring the database of DATABASE_URL up to date', run: migrate },
  openapi: { help: 'write openapi/openapi.json, or the file named after it', run: writeOpenApi },
};

async function migrate(): Promise<void> {
  const ran = await runMigrations(loadConfig().database.url);
  console.log(ran.length ? `Ran ${ran.join(', ')}` : 'The database is up to date');
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
      ([name, { help }]) => `  ${name.padEnd(10)} ${help}`,
    );
    console.error(`Usage: node dist/cli.js <command>\n${lines.join('\n')}`);
    process.exit(2);
  }
  await command.run();
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
