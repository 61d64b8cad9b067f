import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { READY_MESSAGE } from '../common/process';
import { LogFile } from './log-file';
import { stripVTControlCharacters } from 'node:util';

const WARN = 40;
const NAMES: Record<number, string> = { 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };

interface LogLine {
  level: number;
  time?: number;
  msg?: string;
  err?: { message?: string };
}

/**
 * Turns one line of a child's output into what the console should show.
 * @returns undefined for lines that belong in the log file only.
 */
export function consoleLine(process: string, raw: string, showAll: boolean): string | undefined {
  const line = stripVTControlCharacters(raw);
  const entry = parse(line);
  if (!entry) return isNoise(line) && !showAll ? undefined : `  ${process}: ${line}`;
  if (entry.level < WARN && !showAll) return undefined;
  const time = new Date(entry.time ?? Date.now()).toTimeString().slice(0, 8);
  const level = NAMES[entry.level] ?? 'info';
  const cause = entry.err?.message;
  const text = [entry.msg, cause === entry.msg ? undefined : cause].filter(Boolean).join(': ');
  return `  ${time} ${process} ${level} ${text}`;
}

function parse(line: string): LogLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Partial<LogLine>;
    return typeof entry.level === 'number' ? (entry as LogLine) : undefined;
  } catch {
    return undefined; // Not a log line of the platform: show it unchanged.
  }
}

/** Blank lines, Node's developer warnings, and Nest's output before its logger is up. */
function isNoise(line: string): boolean {
  const notes = /ExperimentalWarning|DeprecationWarning|--trace-(warnings|dep)/;
  const nest = /^\[Nest\] .* (LOG|DEBUG|VERBOSE) /;
  return line.trim() === '' || notes.test(line) || nest.test(line);
}

export interface ProcessSpec {
  /** Display name: api, worker, gateway. */
  name: string;
  script: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
}

export interface ProcessOptions {
  print(line: string): void;
  /** Called whenever a process started or ended. */
  changed(): void;
  showAllLogs?: boolean;
  firstRestartMs?: number;
}

const LONGEST_RESTART_MS = 15_000;
/** Uptime after which the crash counter is reset. */
const HEALTHY_AFTER_MS = 30_000;
const REMEMBERED_LINES = 12;

/** One Node process that is started again whenever it ends, with growing pauses, until it is stopped. */
export class SupervisedProcess {
  #child: ChildProcess | undefined;
  #log: WriteStream | undefined;
  #stopping = false;
  #restart: NodeJS.Timeout | undefined;
  #crashes = 0;
  #ready = false;
  #lastLines: string[] = [];

  constructor(
    readonly spec: ProcessSpec,
    private readonly options: ProcessOptions,
  ) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Crashes since the last run of at least 30 seconds. */
  get crashes(): number {
    return this.#crashes;
  }

  /** The process runs and has reported readiness. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Last output lines, for the error message of a failed start. */
  get lastLines(): readonly string[] {
    return this.#lastLines;
  }

  async start(): Promise<void> {
    const { path } = await LogFile.open(this.spec.logFile);
    this.#log = createWriteStream(path, { flags: 'a', mode: 0o600 });
    this.#log.once('error', (error) =>
      this.options.print(`  ${this.spec.name}: its log cannot be written: ${error.message}`),
    );
    if (!this.#stopping) this.spawn();
  }

  /** Stops the process; SIGKILL after `timeoutMs`. */
  async stop(timeoutMs: number): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (child) await terminate(child, timeoutMs);
    this.#log?.end();
  }

  /** Stops the process (SIGKILL after `timeoutMs`) and restarts it with the same script and environment. */
  async reload(timeoutMs: number): Promise<void> {
    if (this.#stopping) return;
    clearTimeout(this.#restart);
    const child = this.#child;
    // Cleared first, so that the exit does not count as a crash.
    this.#child = undefined;
    this.#ready = false;
    if (child) await terminate(child, timeoutMs);
    this.#crashes = 0;
    if (!this.#stopping) this.spawn();
  }

  private spawn(): void {
    const startedAt = Date.now();
    const child = spawn(process.execPath, [this.spec.script], {
      env: this.spec.env,
      // The channel closes with this process, which makes the child exit too.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own: the supervisor handles Ctrl-C and stops everything in order.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) if (stream) this.follow(stream);
    child.on('message', (message) => {
      if (message === READY_MESSAGE) this.#ready = true;
    });
    const ended = (how: string) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#ready = false;
      this.options.changed();
      if (!this.#stopping) this.restart(how, Date.now() - startedAt);
    };
    child.once('exit', (code, signal) => ended(signal ?? `status ${code}`));
    child.once('error', (error) => ended(error.message));
    this.options.changed();
  }

  private restart(how: string, livedMs: number): void {
    this.#crashes = livedMs > HEALTHY_AFTER_MS ? 1 : this.#crashes + 1;
    const first = this.options.firstRestartMs ?? 500;
    const pause = Math.min(first * 2 ** (this.#crashes - 1), LONGEST_RESTART_MS);
    this.options.print(
      `  ${this.spec.name} ended (${how}); starting it again in ${pause / 1000} s.`,
    );
    this.#restart = setTimeout(() => this.spawn(), pause);
  }

  private follow(stream: Readable): void {
    createInterface({ input: stream }).on('line', (line) => {
      this.#log?.write(`${line}\n`);
      this.#lastLines = [...this.#lastLines, line].slice(-REMEMBERED_LINES);
      const shown = consoleLine(this.spec.name, line, this.options.showAllLogs ?? false);
      if (shown !== undefined) this.options.print(shown);
    });
  }
}

async function terminate(child: ChildProcess, timeoutMs: number): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  child.kill('SIGTERM');
  await ended;
  clearTimeout(force);
}
