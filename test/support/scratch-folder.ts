import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '../../src/embedded/process-info';

/** With a space, as in the paths of many users. */
const PREFIX = 'nairaproxy test-';

/** A file system in memory on Linux, where PostgreSQL clones a database in a fifth of the time. */
const MEMORY_FOLDER = '/dev/shm';
/** Several times what the databases and the log of concurrent specs take; a container has 64 MB by default. */
const MEMORY_BYTES = 4 * 1024 ** 3;

export interface ScratchFolder {
  path: string;
  inMemory: boolean;
}

/** A new folder for the files of a PostgreSQL, in memory where there is room. A later run removes what a killed one leaves. */
export async function makeScratchFolder(): Promise<ScratchFolder> {
  const inMemory = await hasMemoryFolder();
  const parent = inMemory ? MEMORY_FOLDER : tmpdir();
  await removeAbandonedFolders(parent);
  return { path: await mkdtemp(join(parent, `${PREFIX}${process.pid}-`)), inMemory };
}

async function hasMemoryFolder(): Promise<boolean> {
  if (process.platform !== 'linux' || freemem() < 2 * MEMORY_BYTES) return false;
  // Where the folder is missing there is no such file system.
  const found = await statfs(MEMORY_FOLDER).catch(() => undefined);
  return found !== undefined && found.bavail * found.bsize >= MEMORY_BYTES;
}

/** Removes the folders of killed test runs. */
async function removeAbandonedFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number(name.slice(PREFIX.length).split('-')[0]);
    if (!isProcessAlive(pid))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
