import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DataFolder } from '../../src/embedded/data-folder';
import { DatabaseSupervisor } from '../../src/embedded/database-supervisor';
import { poll } from '../../src/embedded/poll';
import { claim } from './claim';
import { freePort } from './ports';
import { inRepo } from './repo';
import { runNode } from './run-node';

/** The back office account in the prepared data. */
export const ADMIN = { email: 'admin@nairaproxy.local', password: 'Correct-horse-7-staple' };

const CACHE = inRepo('node_modules', '.cache', 'nairaproxy-test-data');
const PREPARED_WITHIN_MS = 120_000;

/**
 * Copies what the first start of the built platform leaves in its data folder: keys, and a cluster with a migrated and
 * seeded database. It is made once per build, because a first start takes seconds.
 */
export const copyPreparedData = (dataDir: string): Promise<void> => copy(['.'], dataDir);

/** Copies an initialised cluster with its password, as an earlier start leaves it. */
export const copyCluster = (dataDir: string): Promise<void> =>
  copy(['postgres', 'postgres.password'], dataDir);

let prepared: Promise<string> | undefined;

async function copy(names: string[], destination: string): Promise<void> {
  prepared ??= findPreparedData();
  const source = await prepared;
  // With owners and modes: PostgreSQL refuses a folder of another user.
  await promisify(execFile)('cp', ['-a', ...names.map((name) => `${source}/${name}`), destination]);
}

async function findPreparedData(): Promise<string> {
  const folder = join(CACHE, fingerprintOfBuild());
  const lock = `${folder}.lock`;
  await mkdir(CACHE, { recursive: true });
  const isPrepared = async () => {
    if (existsSync(folder)) return true;
    if (!(await claim(lock))) return false;
    try {
      // Another process may have released the claim just now.
      if (!existsSync(folder)) await prepare(folder);
      return true;
    } finally {
      await rm(lock, { force: true });
    }
  };
  if (await poll(isPrepared, PREPARED_WITHIN_MS)) return folder;
  throw new Error(`Nobody prepared ${folder}`);
}

/** Changes with what decides what a first start leaves. */
function fingerprintOfBuild(): string {
  const dist = inRepo('dist');
  if (!existsSync(dist)) throw new Error('There is no dist: run "npm run build" first.');
  const hash = createHash('sha256').update(readFileSync(__filename));
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.js')).sort())
    hash.update(`${name}\0`).update(readFileSync(join(dist, name)));
  return hash.digest('hex').slice(0, 16);
}

async function prepare(folder: string): Promise<void> {
  await removeOthers(folder);
  const draft = `${folder}.part`;
  const data = await DataFolder.open(draft);
  const ignore = () => undefined;
  const options = { dataDir: draft, port: await freePort(), durable: false };
  const database = new DatabaseSupervisor(options, ignore, ignore);
  try {
    const env = {
      PATH: process.env.PATH,
      SANDBOX: 'true',
      APP_KEY: await data.appKey(),
      DATABASE_URL: await database.start(),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    };
    const { status, output } = await runNode([inRepo('test/support/prepare-database.cjs')], {
      env,
    });
    if (status !== 0) throw new Error(output);
  } finally {
    await database.stop(20_000);
  }
  await rename(draft, folder);
}

/** What earlier builds or interrupted runs left. */
async function removeOthers(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder)))
    if (name !== `${basename(folder)}.lock`)
      await rm(join(dirname(folder), name), { recursive: true, force: true });
}
