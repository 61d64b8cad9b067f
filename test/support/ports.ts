import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isPortFree } from '../../src/embedded/ports';
import { answersToSignals } from '../../src/embedded/process-info';

const LOWEST = 15_500;
/** Linux hands 32768 and up to outgoing connections, which may then sit on a port we chose. */
const HIGHEST = 31_999;

/** A file for every port that a process of tests has chosen: most are listened on only seconds later. */
export const CLAIMS = join(tmpdir(), `nairaproxy-test-ports-${userInfo().uid}`);

const claimOf = (port: number): string => join(CLAIMS, String(port));

/** A port nobody listens on now, and that no other test is given while this process runs. */
export async function freePort(): Promise<number> {
  await mkdir(CLAIMS, { recursive: true });
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    // Claimed first: looking listens for a moment, when its owner may want to.
    if (!(await claim(port))) continue;
    if (await isPortFree(port)) return port;
    await rm(claimOf(port), { force: true });
  }
}

/** That many different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** @returns false when it is another's, or was: what a process left behind is free from the next time on. */
async function claim(port: number): Promise<boolean> {
  const file = claimOf(port);
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = Number(await readFile(file, 'utf8').catch(() => ''));
  if (owner && !answersToSignals(owner)) await rm(file, { force: true });
  return false;
}
