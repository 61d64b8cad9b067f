import { spawnSync } from 'node:child_process';
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { poll } from '../poll';
import { isProcessAlive, processIdentity } from '../process-info';
import { StartError } from '../start-error';

/** Above every process limit there is, so no process can ever bear it. */
const NO_SUCH_PROCESS = 2_147_483_646;

/**
 * Deals with what a killed start left in a data directory we hold the lock of: a server that still
 * runs is stopped, a lock file that only seems to be in use is disowned.
 * @throws StartError when an old server cannot be stopped.
 */
export async function clearStaleServer(directory: string): Promise<void> {
  const lockFile = join(directory, 'postmaster.pid');
  const lines = await readLockFile(lockFile);
  const pid = Number(lines?.[0]);
  if (!lines || !Number.isSafeInteger(pid) || pid <= 0) return;

  if (await servesDirectory(pid, directory)) await stopServer(pid, directory);
  // A zombie is usually reaped soon; a pid that another process has taken over is not.
  const freed = await poll(() => !isProcessAlive(pid), processIdentity(pid) ? 0 : 2_000);
  if (!freed) await invalidateLockFile(lockFile, lines);
}

/**
 * PostgreSQL refuses to start while the id in its lock file answers, whichever process has it now. Naming an
 * impossible id instead of deleting the file keeps its other check, the one that waits for the dead
 * server's orphaned sessions before it touches the data.
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
    // PostgreSQL's working directory is its data directory; a process of another user is never ours.
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
  // Where the server follows its parent into the grave it is already on the way.
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
