import { spawn } from 'node:child_process';
import { root } from './paths.mjs';

const REPORT_EVERY_MS = 10_000;
const SHOWN_LINES = 40;

/** A step that failed, with a message for the person at the keyboard. */
export class StepError extends Error {
  name = 'StepError';
}

const seconds = (since) => `${Math.max(1, Math.round((Date.now() - since) / 1000))} s`;

/**
 * Runs one long command with a sign of life that a log file can bear: a line at the start, one
 * every ten seconds, one at the end. Its own output is shown only when it fails.
 * @param {{ doing: string, done: string, failed: string, explain?: (output: string) => string | undefined }} words
 */
export async function runStep(words, command, args, options = {}) {
  const startedAt = Date.now();
  console.log(`${words.doing}…`);
  const timer = setInterval(
    () => console.log(`  ${words.doing.toLowerCase()}, ${seconds(startedAt)} so far`),
    REPORT_EVERY_MS,
  );
  const { status, output } = await capture(command, args, options).finally(() =>
    clearInterval(timer),
  );
  if (status === 0) {
    console.log(`${words.done} in ${seconds(startedAt)}.`);
    return;
  }
  const explained = explainCommon(output) ?? words.explain?.(output);
  const last = output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
  throw new StepError(explained ?? `${last}\n\n${words.failed}`);
}

function explainCommon(output) {
  if (/ENOSPC|EDQUOT|no space left on device|quota exceeded/i.test(output))
    return (
      `The disk that holds ${root} is full. Free about 2 GB there and run the same command again; ` +
      'it goes on where it stopped.'
    );
  return undefined;
}

/** Runs a command and captures its output. Ends it when this process is signalled. */
export function capture(command, args, { env = process.env, cwd = root } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += chunk.toString()));
    const release = endWithChild(child);
    child.once('error', (error) => {
      release();
      resolve({ status: 127, output: `${output}${error.message}` });
    });
    child.once('close', (status, signal) => {
      release();
      resolve({ status: status ?? 1, output: signal ? `${output}\nended by ${signal}` : output });
    });
  });
}

/**
 * Ends the child and this process on SIGINT or SIGTERM; returns the unsubscribe function.
 * @param kill sends the signal to more than the child, such as its process group.
 */
export function endWithChild(child, kill = (signal) => child.kill(signal)) {
  return endWith((signal) => {
    kill(signal);
    // Commands running in parallel receive the same signal first.
    setImmediate(() => process.exit(130));
  });
}

/** Calls back on SIGINT or SIGTERM; returns the unsubscribe function. */
export function endWith(stop) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, stop);
  return () => signals.forEach((signal) => process.off(signal, stop));
}

/**
 * Calls `stop` when npm, which runs scripts through a shell, has ended: a signal to npm may end the shell
 * without reaching this process. No-op outside npm, where a process may outlive its parent.
 * @returns the timer to clear, if any
 */
export function whenOrphaned(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  return watch;
}
