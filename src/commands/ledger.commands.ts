import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import {
  parseChainHeads,
  IntegrityService,
  type InvariantReport,
} from '../admin/integrity/integrity.service';
import { IntegrityModule } from '../admin/integrity/integrity.module';
import { OperatorError } from '../common/errors/operator-error';
import { AppConfig, loadConfig } from '../config/app-config';
import { runInApplication } from '../database/run-in-application';
import { LedgerArchiveService } from '../wallet/ledger/ledger-archive.service';
import { LedgerPeriodService, type ClosedPeriod } from '../wallet/ledger/ledger-period.service';
import { LedgerModule } from '../wallet/ledger/ledger.module';
import type { Commands } from './commands';

export const LEDGER_COMMANDS: Commands = {
  'ledger:check': {
    help: 'check every ledger and delivery invariant; --head=FILE against an exported seal as well, --since=YYYY-MM from a closed month on like the daily job, --full all history like the weekly one (the default)',
    run: checkLedger,
  },
  'books:archive': {
    help: 'move the ledger entries of a closed month, such as 2025-01, to a file; --dir=DIR instead of BOOKS_DIR',
    run: archiveBooks,
  },
  'books:verify': {
    help: 'verify the file of an archived month, on its own and against the database',
    run: verifyBooks,
  },
};

const withBooks = <T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> =>
  runInApplication(loadConfig(), [IntegrityModule, LedgerModule], work);

/** Exit code 1 when an invariant is violated. */
async function checkLedger(args: string[]): Promise<string[]> {
  const { values } = parseArgs({
    args,
    options: { head: { type: 'string' }, since: { type: 'string' }, full: { type: 'boolean' } },
  });
  const heads =
    values.head === undefined ? null : parseChainHeads(readFileSync(values.head, 'utf8'));
  const reports = await withBooks(async (app) => {
    const integrity = app.get(IntegrityService);
    const since = values.full || !values.since ? null : await findPeriod(app, values.since);
    const found = await integrity.check(since);
    return heads ? [...found, ...(await integrity.compareHeads(heads))] : found;
  });
  if (reports.some(({ violations }) => violations > 0)) process.exitCode = 1;
  return toLines(reports);
}

async function findPeriod(app: INestApplicationContext, month: string): Promise<ClosedPeriod> {
  const period = /^\d{4}-\d\d$/.test(month) && (await app.get(LedgerPeriodService).find(month));
  if (!period) throw new OperatorError(`${month} is not a closed month, such as 2026-03.`);
  return period;
}

function toLines(reports: readonly InvariantReport[]): string[] {
  const lines = reports.flatMap(({ name, description, violations, examples }) => [
    `${violations ? 'BROKEN' : 'holds '}  ${String(violations).padStart(6)}  ${name}`,
    ...(violations
      ? [`        ${description}. For example: ${examples.join(', ') || '(none)'}`]
      : []),
  ]);
  const broken = reports.filter((report) => report.violations > 0).length;
  return [...lines, `${reports.length - broken} of ${reports.length} invariants hold`];
}

function archiveBooks(args: string[]): Promise<string[]> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { dir: { type: 'string' } },
  });
  const month = requireArgument(positionals, 'the month, such as 2025-01');
  return withBooks(async (app) => {
    const dir = values.dir ?? app.get(AppConfig).booksDir;
    const { file, entries, isRepeated } = await app.get(LedgerArchiveService).archive(month, dir);
    return isRepeated
      ? [`${month} is archived already. Its file was ${file}`]
      : [
          `Moved ${entries} entries of ${month} to ${file}`,
          'Keep the file and its manifest on another machine: the database has the closing balances only.',
        ];
  });
}

/** Exit code 1 when something is wrong. */
function verifyBooks(args: string[]): Promise<string[]> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const file = requireArgument(positionals, 'the file, such as ledger-2025-01.ndjson.gz');
  return withBooks(async (app) => {
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
  if (!value || rest.length) throw new OperatorError(`Name ${what}.`);
  return value;
}
