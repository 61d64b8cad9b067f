import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conditions } from './conditions';
import type { BenchResult, Metric } from './benchmark';

const number = (value: number): string =>
  Number.isNaN(value) ? '–' : value >= 100 ? value.toFixed(0) : value.toFixed(1);

const MEASURED_COLUMNS = ['per second', 'p50 ms', 'p95 ms', 'p99 ms'];

const measuredCells = ({ measured }: Metric): string[] =>
  measured
    ? [measured.perSecond, measured.p50, measured.p95, measured.p99].map(number)
    : ['', '', '', ''];

const remark = ({ note, target }: Metric): string =>
  [note, target ? `${target.met ? 'met' : 'missed'}: ${target.text}` : '']
    .filter(Boolean)
    .join(', ');

const table = ({ columns = MEASURED_COLUMNS, lines }: BenchResult): string =>
  [
    ['', ...columns, ''],
    ['---', ...columns.map(() => '--:'), '---'],
    ...lines.map((line) => [line.what, ...(line.cells ?? measuredCells(line)), remark(line)]),
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

export const hasMissedTarget = ({ lines }: BenchResult): boolean =>
  lines.some(({ target }) => target?.met === false);

const formatConditions = (c: Conditions): string =>
  `Measurements ${c.date.slice(0, 10)} at ${c.commit}: ${c.cores} cores of ${c.processor}, ${c.memoryGib} GiB, ` +
  `Node ${c.node}, PostgreSQL ${c.postgres} (${c.settings}) on the same machine, ` +
  `load ${c.loadBefore.toFixed(1)} before and ${c.loadAfter.toFixed(1)} after.`;

export const formatReport = (results: readonly BenchResult[], c: Conditions): string =>
  [
    formatConditions(c),
    ...results.map((result) => `### ${result.title}\n\n${result.how}\n\n${table(result)}`),
  ].join('\n\n');

/** Writes bench/results/<date>.md. @returns its path. */
export function saveReport(results: readonly BenchResult[], c: Conditions): string {
  const folder = join('bench', 'results');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${c.date.slice(0, 16).replace(':', '')}.md`);
  writeFileSync(file, `${formatReport(results, c)}\n`);
  return file;
}
