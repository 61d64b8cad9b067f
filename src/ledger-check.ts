import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { parseChainHeads } from './admin/integrity/chain-head-file';
import { IntegrityService, type InvariantReport } from './admin/integrity/integrity.service';
import { LedgerCheckModule } from './ledger-check.module';

/**
 * Checks every invariant. Exit code 1 when one is violated.
 * @returns the lines to print.
 * @throws ChainHeadFileError when the file of `--head` is none.
 */
export async function checkLedger(args: string[]): Promise<string[]> {
  const { values } = parseArgs({ args, options: { head: { type: 'string' } } });
  const heads =
    values.head === undefined ? null : parseChainHeads(readFileSync(values.head, 'utf8'));
  const app = await NestFactory.createApplicationContext(LedgerCheckModule, {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  const integrity = app.get(IntegrityService);
  const reports = await integrity.check();
  if (heads) reports.push(...(await integrity.compareHeads(heads)));
  await app.close();
  if (reports.some(({ violations }) => violations > 0)) process.exitCode = 1;
  return toLines(reports);
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
