import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { armCrashPoint } from './common/crash-point';
import { AppConfig } from './config/app-config';
import { LedgerCheckModule } from './ledger-check.module';
import { LedgerArchiveError } from './wallet/ledger/ledger-archive-file';
import { LedgerArchiveService } from './wallet/ledger/ledger-archive.service';

/**
 * Moves the entries of a closed month to a file in `BOOKS_DIR`, or in the directory of `--dir`.
 * @returns the lines to print.
 * @throws LedgerArchiveError when the month cannot be archived.
 */
export function archiveBooks(args: string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { dir: { type: 'string' } },
  });
  const month = requireArgument(positionals, 'the month, such as 2025-01');
  return runInApplication(async (app) => {
    const config = app.get(AppConfig);
    armCrashPoint(config.crashAt);
    const dir = values.dir ?? config.booksDir;
    const { file, entries, isRepeated } = await app.get(LedgerArchiveService).archive(month, dir);
    return isRepeated
      ? [`${month} is archived already. Its file was ${file}`]
      : [
          `Moved ${entries} entries of ${month} to ${file}`,
          'Keep the file and its manifest on another machine: the database has the closing balances only.',
        ];
  });
}

/**
 * Verifies the file of an archived month. Exit code 1 when something is wrong.
 * @returns the lines to print.
 * @throws LedgerArchiveError when the file is no archive.
 */
export function verifyBooks(args: string[]): Promise<string[]> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const file = requireArgument(positionals, 'the file, such as ledger-2025-01.ndjson.gz');
  return runInApplication(async (app) => {
    const problems = await app.get(LedgerArchiveService).verify(file);
    if (problems.length === 0)
      return [
        `${file} is whole and agrees with the closing balances and the chain in the database`,
      ];
    process.exitCode = 1;
    return problems.map((problem) => `BROKEN  ${problem}`);
  });
}

function requireArgument([value, ...rest]: string[], what: string): string {
  if (!value || rest.length) throw new LedgerArchiveError(`Name ${what}.`);
  return value;
}

async function runInApplication<T>(run: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  const app = await NestFactory.createApplicationContext(LedgerCheckModule.forCommand(), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  try {
    return await run(app);
  } finally {
    await app.close();
  }
}
