import { spawnSync } from 'node:child_process';
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { poll } from '../poll';
import { isProcessAlive, processIdentity } from '../process-info';
import { StartError } from '../start-error';

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
