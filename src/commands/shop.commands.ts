import { parseArgs } from 'node:util';
import { AuditModule } from '../audit/audit.module';
import { AuditService } from '../audit/audit.service';
import { AuthCommandsModule } from '../auth/auth-commands.module';
import { TwoFactorResetService } from '../auth/two-factor/two-factor-reset.service';
import { loadConfig } from '../config/app-config';
import { runMigrations } from '../database/migrate';
import { UnitOfWork } from '../database/unit-of-work';
import { runInApplication } from '../database/run-in-application';
import { SeedRefusedError, seedMillion } from '../embedded/seeds/million/seed-million';
import { seed } from '../embedded/seeds/seed';
import { LedgerModule } from '../wallet/ledger/ledger.module';
import type { Commands } from './commands';

export const SHOP_COMMANDS: Commands = {
  migrate: { help: 'run pending migrations on DATABASE_URL', run: migrate },
  seed: {
    help: 'add missing seed data: countries, prices, and the admin of ADMIN_EMAIL and ADMIN_PASSWORD',
    run: seedShop,
  },
  'seed:million': {
    help: 'fill a non-production database with a million generated customers; --users=N for fewer',
    run: fillShop,
  },
  'backup:record': {
    help: 'record that a backup was taken, such as with its file name; the back office shows its age',
    run: recordBackup,
  },
  'two-factor:reset': {
    help: 'disable two-factor login of the staff account with this email',
    run: resetTwoFactor,
  },
};

async function migrate(): Promise<string[]> {
  const ran = await runMigrations(loadConfig().database.url);
  return [ran.length ? `Ran ${ran.join(', ')}` : 'The database is up to date'];
}

async function seedShop(): Promise<string[]> {
  const config = loadConfig();
  const { countries, prices, exits, stock, adminCreated } = await seed(config);
  return [
    `Added ${countries} countries, ${prices} prices, ${exits} exits, ${stock} addresses`,
    ...(adminCreated ? [`Made the admin ${config.admin.email}`] : []),
  ];
}

/** Fills the database of DATABASE_URL; `--force` even when the shop has customers. */
async function fillShop(args: string[], print: (line: string) => void): Promise<string[]> {
  const { values } = parseArgs({
    args,
    options: { users: { type: 'string', default: '1000000' }, force: { type: 'boolean' } },
  });
  const users = Number(values.users);
  if (!Number.isInteger(users) || users < 1 || users > 10_000_000)
    throw new SeedRefusedError('--users takes a whole number from 1 to 10000000.');
  const config = loadConfig();
  const start = Date.now();
  const log = (line: string) =>
    print(`${((Date.now() - start) / 1000).toFixed(1).padStart(7)} s  ${line}`);
  await runInApplication(config, [AuditModule, LedgerModule], (app) =>
    seedMillion(app, config, { users, force: values.force ?? false, log }),
  );
  return [];
}

async function recordBackup(args: string[]): Promise<string[]> {
  const details = args.join(' ').trim() || 'A backup of the database';
  await runInApplication(loadConfig(), [AuditModule], (app) =>
    app.get(UnitOfWork).run(() =>
      app.get(AuditService).record('system', {
        action: 'system.backup_recorded',
        target: 'database',
        details,
      }),
    ),
  );
  return ['Recorded'];
}

/** For the last admin, after the loss of phone and recovery codes. Exit code 1 when two-factor login is off. */
async function resetTwoFactor([email = '']: string[]): Promise<string[]> {
  const done = await runInApplication(loadConfig(), [AuthCommandsModule], (app) =>
    app.get(TwoFactorResetService).reset(email),
  );
  if (!done) process.exitCode = 1;
  return [
    done
      ? `Two-factor login is switched off for ${email}`
      : 'No account with this email uses two-factor login',
  ];
}
