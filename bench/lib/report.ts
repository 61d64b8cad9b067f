import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conditions } from './conditions';
import type { BenchResult, Metric } from './benchmark';

const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';
const FILE = join('docs', 'performance.md');

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

/** Writes bench/results/<date>.json, and the measured part of docs/performance.md when all was run. */
export function saveReport(
  results: readonly BenchResult[],
  c: Conditions,
  complete: boolean,
): string {
  mkdirSync(join('bench', 'results'), { recursive: true });
  const file = join('bench', 'results', `${c.date.slice(0, 16).replace(':', '')}.json`);
  writeFileSync(file, `${JSON.stringify({ conditions: c, outcomes: results }, null, 2)}\n`);
  if (complete && existsSync(FILE)) {
    const page = readFileSync(FILE, 'utf8');
    const [before, rest] = [page.split(BEGIN)[0], page.split(END)[1]];
    writeFileSync(FILE, `${before}${BEGIN}\n\n${formatReport(results, c)}\n\n${END}${rest}`);
  }
  return file;
}
