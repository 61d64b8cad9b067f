import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from './install.mjs';
import { inRepo, root } from './paths.mjs';
import { endWithChild } from './steps.mjs';

/**
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, ms: number, cpu?: number, note?: string,
 *   files?: { path: string, ms: number }[] }} Result `cpu` in processor seconds; unknown on Windows
 */

/** Timeout of a hanging suite, generous enough for a much slower machine. */
const LONGEST_SUITE_MS = 60 * 60_000;
const jest = inRepo('node_modules', 'jest', 'bin', 'jest.js');
const reporter = inRepo('test', 'support', 'jest', 'reporter.cjs');
/** Rarer collections of short-lived objects save a tenth of the processor time of tests. */
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();

/** Runs one npm script that either passes or not; counts as one test. @returns {Promise<Result>} */
export async function runCheck(name, script) {
  const [command, prefix] = npm();
  const { end, output, ...spent } = await run([command, ...prefix, 'run', '--silent', script]);
  const isPassed = end === 'status 0';
  if (!isPassed) console.log(`\nFAILED npm run ${script}\n${output.trimEnd()}`);
  return tell({ name, passed: Number(isPassed), failed: Number(!isPassed), skipped: 0, ...spent });
}

/**
 * Runs one project of jest.config.cjs, or `web`, the tests of the web app by its own configuration.
 * @returns {Promise<Result>}
 */
export async function runJest(name, ...flags) {
  const folder = mkdtempSync(join(tmpdir(), 'nairaproxy-results-'));
  const file = join(folder, 'results.json');
  const isWeb = name === 'web';
  const project = isWeb ? [] : ['--selectProjects', name];
  const args = ['--ci', '--silent', '--passWithNoTests', `--reporters=${reporter}`, ...flags];
  try {
    const { end, output, ...spent } = await run([process.execPath, jest, ...args, ...project], {
      cwd: isWeb ? inRepo('web') : root,
      env: { ...process.env, NODE_OPTIONS, TEST_RESULTS: file },
      shows: true,
    });
    return tell({ name, ...count(file, end), ...spent });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(file, end) {
  let counts;
  try {
    counts = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, note: `ended without results (${end})` };
  }
  if (counts.failed === 0 && end !== 'status 0')
    return { ...counts, failed: 1, note: `tests passed, but jest ended with ${end}` };
  return counts;
}

function tell(result) {
  const { name, passed, failed, ms, cpu } = result;
  const spent = cpu === undefined ? '' : `, ${Math.round(cpu)} s of processor`;
  const mark = failed === 0 ? 'ok    ' : 'FAILED';
  console.log(`${mark} ${name}: ${passed} passed in ${Math.round(ms / 1000)} s${spent}`);
  return result;
}

/** A shell that runs its arguments and then writes to descriptor 3 what it and they took, as POSIX has `times`. */
const TIMED = '"$@" 3>&-; status=$?; times >&3; exit $status';

/**
 * Runs a command. Its output is returned, and shown at once if `shows`.
 * @returns {Promise<{ end: string, output: string, ms: number, cpu?: number }>} how it ended, such as `status 0`
 */
export function run(
  command,
  { cwd = root, env = process.env, shows = false, longestMs = LONGEST_SUITE_MS } = {},
) {
  const startedAt = Date.now();
  const isTimed = process.platform !== 'win32';
  const [program, ...args] = isTimed ? ['sh', '-c', TIMED, 'sh', ...command] : command;
  return new Promise((resolve) => {
    const out = shows ? 'inherit' : 'pipe';
    const child = spawn(program, args, {
      ...{ cwd, env, stdio: ['ignore', out, out, 'pipe'] },
      // A process group of its own: a signal to the shell alone would not reach the command.
      detached: isTimed,
    });
    const kill = (signal) => {
      if (!isTimed || !child.pid) return child.kill(signal);
      try {
        // Also when the shell has exited: what it started may still hold the output open.
        return process.kill(-child.pid, signal);
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
        return false;
      }
    };
    let output = '';
    let times = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    child.stdio[3].setEncoding('utf8').on('data', (chunk) => (times += chunk));
    const release = endWithChild(child, kill);
    const limit = setTimeout(() => kill('SIGKILL'), longestMs);
    const done = (end) => {
      clearTimeout(limit);
      release();
      resolve({ end, output, ms: Date.now() - startedAt, cpu: parseTimes(times) });
    };
    child.once('error', (error) => done(error.message));
    child.once('close', (status, signal) => done(signal ?? `status ${status}`));
  });
}

/** Seconds of the second line, which is that of the children: `1m2.34s 0m5.60s`. */
function parseTimes(text) {
  const found = [...(text.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  if (found.length === 0) return undefined;
  return found.reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );
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
