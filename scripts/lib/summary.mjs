import { readFileSync } from 'node:fs';
import { inRepo } from './paths.mjs';

const SLOWEST = 10;
/** A suite may take a fifth more than its budget before the run warns. */
const TOLERANCE = 1.2;

const seconds = (value) => (value === undefined ? '' : `${Math.round(value)} s`).padStart(10);

/** One row per suite. `processor` is that of the suite with its child processes, on all cores together. */
export function table(results) {
  const cells = ({ name, passed, failed, skipped, ms, cpu, note }) => [
    name.padEnd(10),
    ...[passed, failed, skipped].map((n) => String(n).padStart(8)),
    seconds(ms / 1000),
    seconds(cpu),
    note ? `  ${note}` : '',
  ];
  const sum = results.reduce((total, { cpu = 0 }) => total + cpu, 0);
  return [
    'suite       passed  failed skipped      time processor',
    ...results.map((r) => cells(r).join('')),
    ' '.repeat(44) + seconds(sum),
  ].join('\n');
}

/** The ten spec files that took longest. */
export function slowestFiles(results) {
  const files = results.flatMap(({ files = [] }) => files).sort((a, b) => b.ms - a.ms);
  const lines = files.slice(0, SLOWEST).map(({ path, ms }) => `${seconds(ms / 1000)}  ${path}`);
  return ['slowest files', ...lines].join('\n');
}

/** Budgets of processor seconds by suite, from the table of docs/testing.md. */
export const readBudgets = () =>
  new Map(
    [
      ...readFileSync(inRepo('docs', 'testing.md'), 'utf8').matchAll(/^\| `(\w+)` +\| +(\d+) s/gm),
    ].map(([, name, budget]) => [name, Number(budget)]),
  );

/** Warnings about suites whose processor time is over the budget, which does not depend on other load. */
export function findOverBudget(results, budgets = readBudgets()) {
  return results
    .filter(({ name, cpu = 0 }) => cpu > (budgets.get(name) ?? Infinity) * TOLERANCE)
    .map(
      ({ name, cpu }) =>
        `${name} took ${Math.round(cpu)} s of processor, its budget in docs/testing.md is ${budgets.get(name)} s.`,
    );
}

/** The line that machines read: "N passed, N failed", and ", N skipped" where some were. */
export function countLine(results) {
  const total = (field) => results.reduce((sum, result) => sum + result[field], 0);
  const skipped = total('skipped');
  return `${total('passed')} passed, ${total('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
