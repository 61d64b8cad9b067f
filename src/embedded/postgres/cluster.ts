import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chown,
  mkdir,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StartError, diskFullError } from '../start-error';
import type { PostgresBinaries } from './binaries';
import { withParentDeathSignal } from './parent-death-signal';
import { directoryForServer, type ServerIdentity } from './server-identity';

/** The superuser of an embedded cluster. It listens on loopback only. */
export const CLUSTER_USER = 'app';

export interface ClusterOptions {
  /** The data directory itself; its parent exists. */
  directory: string;
  passwordFile: string;
  identity: ServerIdentity | undefined;
  /** False skips syncing to disk, for disposable clusters. */
  durable: boolean;
}

/**
 * Makes the data directory when it is missing and returns the superuser's password.
 * The directory is renamed to its final name when complete, so an interrupted start can be repeated.
 * @throws StartError when the directory is of another major version, belongs to another user, or the disk is full.
 */
export async function ensureCluster(
  binaries: PostgresBinaries,
  options: ClusterOptions,
): Promise<string> {
  const { directory } = options;
  if (await exists(directory)) {
    await assertMajorVersion(directory, binaries.major);
    return readPassword(options);
  }
  try {
    return await initialise(binaries, options);
  } catch (error) {
    throw diskFullError(String(error), dirname(directory)) ?? error;
  }
}

async function initialise(binaries: PostgresBinaries, options: ClusterOptions): Promise<string> {
  const { directory, identity } = options;
  // A unique name: an initdb that outlives a killed start must not write into the new cluster.
  const draft = `${directory}.init-${process.pid}`;
  const password = randomBytes(24).toString('base64url');
  await removeDrafts(directory);
  await mkdir(draft, { mode: 0o700 });
  if (identity) await chown(draft, identity.uid, identity.gid);

  const handover = `${directory}.password-for-initdb`;
  try {
    await writeFile(handover, `${password}\n`, { mode: 0o600 });
    if (identity) await chown(handover, identity.uid, identity.gid);
    const args = [
      ...['-D', directoryForServer(draft, identity), '-U', CLUSTER_USER, '-E', 'UTF8'],
      ...['--locale=C', '--locale-provider=icu', '--icu-locale=und'],
      ...['-A', 'scram-sha-256', '--no-instructions', ...(options.durable ? [] : ['--no-sync'])],
    ];
    await runInitdb(binaries.initdb, args, handover, { cwd: draft, ...identity });
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(handover, { force: true });
  }
  await writeFile(options.passwordFile, `${password}\n`, { mode: 0o600 });
  await rename(draft, directory);
  return password;
}

/** Leftovers of interrupted starts. A concurrent start may still be writing, hence the retries. */
async function removeDrafts(directory: string): Promise<void> {
  const prefix = `${basename(directory)}.init-`;
  const names = await readdir(dirname(directory));
  for (const name of names.filter((each) => each.startsWith(prefix)))
    await rm(join(dirname(directory), name), { recursive: true, force: true, maxRetries: 10 });
}

async function runInitdb(
  program: string,
  args: string[],
  passwordFile: string,
  options: { cwd: string; uid?: number; gid?: number },
): Promise<void> {
  // Passed as an open descriptor: the server's user may lack permission on the parent folders.
  const password = await open(passwordFile, 'r');
  const name = process.platform === 'win32' ? passwordFile : '/dev/stdin';
  const made = new Promise<void>((resolve, reject) => {
    const child = spawn(...withParentDeathSignal('KILL', program, [...args, `--pwfile=${name}`]), {
      ...options,
      stdio: [password.fd, 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', reject);
    child.once('close', (status) =>
      status === 0
        ? resolve()
        : reject(new StartError(`PostgreSQL could not make its data directory: ${errors.trim()}`)),
    );
  });
  try {
    await made;
  } finally {
    await password.close();
  }
}

async function assertMajorVersion(directory: string, major: string): Promise<void> {
  let found: string;
  try {
    found = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim();
  } catch (cause) {
    throw new StartError(
      (cause as NodeJS.ErrnoException).code === 'EACCES'
        ? `${directory} belongs to another user. Start as that user, or set DATA_DIR to a folder of your own.`
        : `${directory} is not a PostgreSQL data directory. Move it away, or set DATA_DIR to another folder, and start again.`,
      { cause },
    );
  }
  if (found !== major)
    throw new StartError(
      `${directory} was made by PostgreSQL ${found}, but this version of the platform brings PostgreSQL ${major}. ` +
        `Dump it with PostgreSQL ${found} and load the dump into a fresh one, or set DATA_DIR to an empty folder to begin anew.`,
    );
}

async function readPassword({ passwordFile, directory }: ClusterOptions): Promise<string> {
  try {
    return (await readFile(passwordFile, 'utf8')).trim();
  } catch (cause) {
    throw new StartError(
      `The password of the database in ${directory} cannot be read from ${passwordFile}. ` +
        'Put the file back, or set DATA_DIR to an empty folder to begin anew.',
      { cause },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
