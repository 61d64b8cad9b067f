import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './install.mjs';
import { inRepo, root } from './paths.mjs';
import { capture, endWithChild } from './steps.mjs';

/** @typedef {{ name: string, passed: number, failed: number, skipped: number, ms: number, note?: string }} Result */

/** Timeout of a hanging suite, generous enough for a much slower machine. */
const LONGEST_SUITE_MS = 60 * 60_000;
const jest = inRepo('node_modules', 'jest', 'bin', 'jest.js');

/** Runs one npm script that either passes or not; counts as one test. */
export async function runCheck(name, script) {
  const startedAt = Date.now();
  const [command, prefix] = npm();
  const { status, output } = await capture(command, [...prefix, 'run', '--silent', script]);
  const ms = Date.now() - startedAt;
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name} (${Math.round(ms / 1000)} s)`);
  if (status !== 0) console.log(output.trimEnd());
  return { name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: 0, ms };
}

/** Runs one project of jest.config.cjs and streams its output. */
export const runJestProject = (name, ...flags) =>
  runJest(name, root, ['--selectProjects', name, ...flags]);

/** Runs one project beside another and prints its output in one piece at the end. */
export const runJestProjectBeside = (name, ...flags) =>
  runJest(name, root, ['--selectProjects', name, ...flags], { atOnce: true });

/** The web app's tests, run by its own jest. */
export const runWebTests = () => runJest('web', inRepo('web'), []);

/** @returns {Promise<Result>} */
async function runJest(name, cwd, flags, { atOnce = false } = {}) {
  const startedAt = Date.now();
  if (!atOnce) console.log(`\n${name}`);
  const folder = mkdtempSync(join(tmpdir(), 'nairaproxy-results-'));
  const file = join(folder, 'results.json');
  try {
    const common = ['--json', `--outputFile=${file}`, '--passWithNoTests', '--ci'];
    const isDecided = flags.some((flag) => /^--(runInBand|maxWorkers)/.test(flag));
    const workers = isDecided ? [] : ['--maxWorkers=2'];
    const args = [jest, ...common, ...workers, ...flags];
    const { end, output } = await run(process.execPath, args, cwd, atOnce);
    if (atOnce) console.log(`\n${name}\n${output.trimEnd()}`);
    return { name, ...count(file, end), ms: Date.now() - startedAt };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(file, end) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, note: `ended without results (${end})` };
  }
  // A spec file that fails to load has no tests to count and must fail the suite.
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const skipped = report.numPendingTests + report.numTodoTests;
  const passed = report.numPassedTests;
  if (failed === 0 && end !== 'status 0')
    return { passed, failed: 1, skipped, note: `tests passed, but jest ended with ${end}` };
  return { passed, failed, skipped };
}

/** @returns how the process ended, and its output when it is held back. */
function run(command, args, cwd, holdBack) {
  return new Promise((resolve) => {
    const out = holdBack ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd, stdio: ['ignore', out, out] });
    let output = '';
    const collect = (chunk) => (output += chunk);
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    const release = endWithChild(child);
    const limit = setTimeout(() => child.kill('SIGKILL'), LONGEST_SUITE_MS);
    const done = (end) => {
      clearTimeout(limit);
      release();
      resolve({ end, output });
    };
    child.once('error', (error) => done(error.message));
    child.once('close', (status, signal) => done(signal ?? `status ${status}`));
  });
}

/** A suite that cannot run here, counted by its spec files. @returns {Result} */
export function skipSuite(name, why, required) {
  const files = specFiles(inRepo('test', name)).length;
  console.log(`\n${name}: ${required ? 'FAILED' : 'skipped'}, because ${why}`);
  return required
    ? { name, passed: 0, failed: Math.max(files, 1), skipped: 0, ms: 0, note: why }
    : { name, passed: 0, failed: 0, skipped: files, ms: 0, note: why };
}

function specFiles(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { recursive: true }).filter((path) => /-spec\.ts$/.test(String(path)));
}
