import { spawnSync, spawn, type ChildProcess } from 'node:child_process';
import { readFile, readlink, realpath, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { poll } from '../poll';
import { isProcessAlive, processIdentity } from '../process-info';
import { StartError, diskFullError } from '../start-error';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { LogFile } from '../log-file';
import { assertPortFree } from '../ports';
import { prepareBinaries, type PostgresBinaries } from './binaries';
import { CLUSTER_USER, ensureCluster } from './cluster';
import { withParentDeathSignal } from './parent-death-signal';
import { directoryForServer, serverIdentity, type ServerIdentity } from './server-identity';

/** Above every operating system's pid limit, so no process can have it. */
const NO_SUCH_PROCESS = 2_147_483_646;

/**
 * Cleans up after a killed start in a locked data directory: stops a server that still runs and
 * invalidates a stale lock file.
 * @throws StartError when an old server cannot be stopped.
 */
export async function clearStaleServer(directory: string): Promise<void> {
  const lockFile = join(directory, 'postmaster.pid');
  const lines = await readLockFile(lockFile);
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isSafeInteger(pid) || pid <= 0) return;

  if (await servesDirectory(pid, directory)) await stopServer(pid, directory);
  // A zombie is usually reaped soon; a reused pid stays.
  const freed = await poll(() => !isProcessAlive(pid), processIdentity(pid) ? 0 : 2_000);
  if (!freed) await invalidateLockFile(lockFile, lines);
}

/**
 * PostgreSQL refuses to start while the pid in its lock file exists, even when it was reused. Writing an
 * impossible pid instead of deleting the file keeps PostgreSQL's other check, which waits for the old
 * server's orphaned sessions before it opens the data.
 */
async function invalidateLockFile(lockFile: string, lines: string[]): Promise<void> {
  if ((await readLockFile(lockFile)) === undefined) return;
  await writeFile(lockFile, [String(NO_SUCH_PROCESS), ...lines.slice(1)].join('\n'));
}

async function readLockFile(path: string): Promise<string[] | undefined> {
  try {
    return (await readFile(path, 'utf8')).split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function servesDirectory(pid: number, directory: string): Promise<boolean> {
  if (processIdentity(pid) === undefined) return false;
  const real = await realpath(directory);
  if (process.platform === 'linux') {
    // PostgreSQL's working directory is its data directory; a process of another user cannot match.
    return readlink(`/proc/${pid}/cwd`).then(
      (cwd) => cwd === real,
      () => false,
    );
  }
  if (process.platform === 'win32') return false;
  const ps = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return ps.stdout.includes('postgres') && ps.stdout.includes(directory);
}

async function stopServer(pid: number, directory: string): Promise<void> {
  const hasExited = () => processIdentity(pid) === undefined;
  // With a parent-death signal the server is already stopping.
  if (await poll(hasExited, 1_500)) return;
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (!hasExited()) process.kill(pid, signal);
    if (await poll(hasExited, timeoutMs)) return;
  }
  throw new StartError(
    `A PostgreSQL from an earlier start (process ${pid}) still uses ${directory} and does not stop. ` +
      'Stop it and start again.',
  );
}

/**
 * Without Redis the queues live here too: a worker holds up to 16 connections of its own pool and 40 of
 * BullMQ's. Two APIs, two workers and a gateway must fit.
 */
const DEFAULT_CONNECTIONS = 200;

/** Its log tells which error occurred, without DETAIL, CONTEXT and STATEMENT, which contain values of rows. */
const LOG_WITHOUT_VALUES = {
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

export interface PostgresOptions {
  /** Contains the cluster (`postgres/`), its password and its log; exists and has no other user. */
  dataDir: string;
  /** TCP port on 127.0.0.1. Stay below 32768, where Linux picks outgoing ports from. */
  port: number;
  /** False trades crash safety for speed: for tests only. */
  durable?: boolean;
  connections?: number;
  /** More of PostgreSQL's settings; they override those of this class. */
  settings?: Readonly<Record<string, string>>;
}

const READY_WITHIN_MS = 120_000;
const ORPHANS_WITHIN_MS = 20_000;

/** One running PostgreSQL over one data directory, started from npm's binaries. */
export class PostgresServer {
  /** Settles when the server process has ended for any reason. */
  readonly exited: Promise<void>;
  #running = true;

  private constructor(
    private readonly child: ChildProcess,
    private readonly binaries: PostgresBinaries,
    private readonly directory: string,
    private readonly port: number,
    private readonly password: string,
  ) {
    this.exited = new Promise((resolve) => {
      const ended = () => {
        this.#running = false;
        resolve();
      };
      child.once('exit', ended).once('error', ended);
    });
  }

  /**
   * Starts the server, making its data directory on the first start and clearing up after a crash.
   * Resolves once it takes connections.
   * @throws StartError with a message for the operator.
   */
  static async start(options: PostgresOptions): Promise<PostgresServer> {
    const { dataDir, port, durable = true, connections = DEFAULT_CONNECTIONS } = options;
    const { settings = {} } = options;
    const directory = join(dataDir, 'postgres');
    const identity = serverIdentity(directory);
    const binaries = await prepareBinaries(dataDir, identity);
    const passwordFile = join(dataDir, 'postgres.password');
    const password = await ensureCluster(binaries, { directory, passwordFile, identity, durable });
    await clearStaleServer(directory);
    await assertPortFree(port, 'POSTGRES_PORT', '127.0.0.1');
    await mkdir(join(dataDir, 'logs'), { recursive: true });

    const deadline = Date.now() + ORPHANS_WITHIN_MS;
    for (;;) {
      const log = await LogFile.open(join(dataDir, 'logs', 'postgres.log'));
      const launched = { port, durable, connections, settings };
      const child = launch(binaries, directory, identity, launched, log);
      const server = new PostgresServer(child, binaries, directory, port, password);
      const problem = await server.waitUntilReady(log);
      if (problem === undefined) return server;
      // After kill -9 of the server its sessions need a moment to notice; PostgreSQL waits for none.
      const orphans = problem.includes('pre-existing shared memory block');
      if (!orphans || Date.now() > deadline) throw explain(problem, dataDir, log.path);
      await sleep(250);
    }
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Connection address of one of its databases, password included. */
  url(database = 'postgres'): string {
    return `postgres://${CLUSTER_USER}:${this.password}@127.0.0.1:${this.port}/${database}`;
  }

  /** Ends all sessions and stops in order; what does not stop within `timeoutMs` is cut off, which is safe. */
  async stop(timeoutMs = 6_000): Promise<void> {
    if (!this.#running) return;
    this.signal('SIGINT', 'fast');
    await Promise.race([this.exited, sleep(timeoutMs, undefined, { ref: false })]);
    if (this.#running) this.signal('SIGQUIT', 'immediate');
    await this.exited;
  }

  private signal(signal: NodeJS.Signals, mode: string): void {
    if (process.platform !== 'win32') this.child.kill(signal);
    else spawnSync(this.binaries.pgCtl, ['stop', '-W', '-D', this.directory, '-m', mode]);
  }

  /** @returns undefined once it takes connections, else what it wrote before it ended. */
  private async waitUntilReady(log: LogFile): Promise<string | undefined> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (Date.now() < deadline) {
      if (!this.#running) return (await log.written()) || 'it ended without a word';
      const error = await connectionError(this.url());
      if (error === undefined) return undefined;
      if (error.code === '28P01') {
        await this.stop();
        throw new StartError(
          `The database refuses the password kept beside ${this.directory}. ` +
            'Put the right postgres.password back, or set DATA_DIR to an empty folder to begin anew.',
        );
      }
      await sleep(40);
    }
    await this.stop();
    return `it took no connections within ${READY_WITHIN_MS / 1000} s`;
  }
}

function launch(
  binaries: PostgresBinaries,
  directory: string,
  identity: ServerIdentity | undefined,
  { port, durable, connections, settings: more }: Required<Omit<PostgresOptions, 'dataDir'>>,
  log: LogFile,
): ChildProcess {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(connections),
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...LOG_WITHOUT_VALUES,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...more,
  };
  const args = [
    ...['-D', directoryForServer(directory, identity), '-p', String(port)],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const command = withParentDeathSignal('INT', binaries.postgres, args);
  const output = openSync(log.path, 'a');
  try {
    // A process group of its own: the supervisor handles Ctrl-C and stops everything in order.
    return spawn(...command, {
      cwd: directory,
      ...identity,
      detached: true,
      windowsHide: true,
      stdio: ['ignore', output, output],
    });
  } finally {
    closeSync(output);
  }
}

async function connectionError(connectionString: string): Promise<{ code?: string } | undefined> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // Later errors end up here too; the loop retries anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return error as { code?: string };
  }
}

function explain(output: string, dataDir: string, logPath: string): StartError {
  const full = diskFullError(output, dataDir);
  if (full) return full;
  const last = output.trim().split('\n').slice(-6).join('\n  ');
  return new StartError(`PostgreSQL did not start. The end of ${logPath}:\n  ${last}`);
}
