import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { StartError, diskFullError } from '../start-error';
import { findPlatformPackage, type PlatformPackage } from './platform-package';
import type { ServerIdentity } from './server-identity';

/** Attempts to place a copy while concurrent starts do the same. */
const MAX_ATTEMPTS = 5;

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** The major version data directories are bound to. */
  major: string;
}

/**
 * Makes PostgreSQL's programs runnable by the user the server will run as, and returns their paths.
 * They run where npm put them when that works, else from a copy cached by version.
 * @throws StartError when they run nowhere.
 */
export async function prepareBinaries(
  dataDir: string,
  identity: ServerIdentity | undefined,
): Promise<PostgresBinaries> {
  const source = findPlatformPackage();
  const inPlace = join(source.root, 'native');
  const hydrated = await hydrate(source, inPlace).then(
    () => true,
    () => false, // node_modules is read-only: the copy below gets the links instead.
  );
  if (hydrated && trial(inPlace, identity) === undefined) return describe(inPlace, source);

  const cache = await cacheFolder(dataDir, identity);
  const copy = join(cache, `postgres-${source.version}-${process.arch}`);
  if (trial(copy, identity) !== undefined)
    await copyAtomically(source, copy, (native) => trial(native, identity) === undefined);
  const problem = trial(copy, identity);
  if (problem !== undefined)
    throw new StartError(
      `PostgreSQL's programs do not run on this machine: ${problem}. ` +
        'Set DATABASE_URL to a PostgreSQL 18 of your own and start again.',
    );
  return describe(copy, source);
}

function describe(native: string, { major }: PlatformPackage): PostgresBinaries {
  const program = (name: string) => join(native, 'bin', programName(name));
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major,
  };
}

const programName = (name: string) => (process.platform === 'win32' ? `${name}.exe` : name);

/** Undefined when the server program runs from there as that user, else why not. */
function trial(native: string, identity: ServerIdentity | undefined): string | undefined {
  for (const name of ['initdb', 'postgres']) {
    const run = spawnSync(join(native, 'bin', programName(name)), ['--version'], {
      ...identity,
      encoding: 'utf8',
      cwd: '/',
    });
    if (run.error) return run.error.message;
    if (run.status !== 0) return run.stderr.trim() || `it ended with status ${run.status}`;
  }
  return undefined;
}

/**
 * npm packages cannot hold symbolic links, and npm 11 no longer runs the install script that makes
 * the links that PostgreSQL's libraries need. The package lists them; this function creates them.
 */
async function hydrate(source: PlatformPackage, native: string): Promise<void> {
  const list = await readFile(join(source.root, 'native', 'pg-symlinks.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '[]';
      throw error;
    },
  );
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const link of links) {
    const target = join(native, relative('native', link.target));
    const destination = join(native, relative('native', link.source));
    try {
      await symlink(relative(dirname(target), destination), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Root's copy is in a directory that only root can write to, so that no other user can replace programs. */
async function cacheFolder(dataDir: string, identity: ServerIdentity | undefined): Promise<string> {
  if (!identity) return dataDir;
  const shared = '/var/cache/nairaproxy';
  try {
    await mkdir(shared, { recursive: true });
    await chmod(shared, 0o755);
    return shared;
  } catch {
    // A read-only system: a private folder for this start is slower but as good.
    const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-'));
    await chmod(folder, 0o755);
    return folder;
  }
}

async function copyAtomically(
  source: PlatformPackage,
  destination: string,
  runs: (native: string) => boolean,
): Promise<void> {
  const draft = `${destination}.${randomUUID()}.part`;
  try {
    await mkdir(dirname(destination), { recursive: true });
    await cp(join(source.root, 'native'), draft, { recursive: true, verbatimSymlinks: true });
    await hydrate(source, draft);
    openToAll(draft);
    await putInPlace(draft, destination, runs);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw diskFullError(String(error), dirname(destination)) ?? error;
  }
}

/** A concurrent start may have placed its copy first: keep it, since it is in use. Replace a copy that does not run. */
async function putInPlace(
  draft: string,
  destination: string,
  runs: (native: string) => boolean,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await rename(draft, destination);
    } catch (error) {
      if (runs(destination)) return rm(draft, { recursive: true, force: true });
      if (attempt === MAX_ATTEMPTS) throw error;
      await remove(destination, `${draft}.old`);
    }
}

/** Atomic, so that no other process sees a partial copy. */
async function remove(folder: string, aside: string): Promise<void> {
  try {
    await rename(folder, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await rm(aside, { recursive: true, force: true });
}

/** A strict umask at install time would keep the server's user out of the copy too. */
function openToAll(directory: string): void {
  if (process.platform === 'win32') return;
  const run = spawnSync('chmod', ['-R', 'u+rwX,go+rX', directory], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`chmod of ${basename(directory)} failed: ${run.stderr}`);
  const programs = ['initdb', 'postgres', 'pg_ctl'].map((name) => join(directory, 'bin', name));
  const executable = spawnSync('chmod', ['755', ...programs], { encoding: 'utf8' });
  if (executable.status !== 0) throw new Error(`chmod failed: ${executable.stderr}`);
}
