import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { parseChainHeads } from './admin/integrity/chain-head-file';
import { IntegrityService, type InvariantReport } from './admin/integrity/integrity.service';
import { LedgerCheckModule } from './ledger-check.module';
import { LedgerPeriodService, type ClosedPeriod } from './wallet/ledger/ledger-period.service';

/** `--since` names no closed month; the message is for the operator. */
export class UnknownPeriodError extends Error {}

/**
 * Checks every invariant. Exit code 1 when one is violated.
 * @returns the lines to print.
 * @throws ChainHeadFileError when the file of `--head` is none.
 */
export async function checkLedger(args: string[]): Promise<string[]> {
  const { values } = parseArgs({
    args,
    options: { head: { type: 'string' }, since: { type: 'string' }, full: { type: 'boolean' } },
  });
  const heads =
    values.head === undefined ? null : parseChainHeads(readFileSync(values.head, 'utf8'));
  const app = await NestFactory.createApplicationContext(LedgerCheckModule.forCommand(), {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  const integrity = app.get(IntegrityService);
  const since = values.full || !values.since ? null : await findPeriod(app, values.since);
  const reports = await integrity.check(since);
  if (heads) reports.push(...(await integrity.compareHeads(heads)));
  await app.close();
  if (reports.some(({ violations }) => violations > 0)) process.exitCode = 1;
  return toLines(reports);
}

async function findPeriod(app: INestApplicationContext, month: string): Promise<ClosedPeriod> {
  const period = /^\d{4}-\d\d$/.test(month) && (await app.get(LedgerPeriodService).find(month));
  if (!period) throw new UnknownPeriodError(`${month} is not a closed month, such as 2026-03.`);
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
