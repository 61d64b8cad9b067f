import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPortFree } from '../../src/embedded/ports';
import { isProcessAlive } from '../../src/embedded/process-info';

const LOWEST = 15_500;
/** Linux hands 32768 and up to outgoing connections, which may then sit on a port we chose. */
const HIGHEST = 31_999;

/**
 * A file for every port that a process of tests has chosen: most are listened on only seconds later.
 * By the user's number, since a container's user may have no name.
 */
export const CLAIMS = join(tmpdir(), `nairaproxy-test-ports-${process.getuid?.() ?? 'all'}`);

const toClaimPath = (port: number): string => join(CLAIMS, String(port));

/** A port nobody listens on now, and that no other test is given while this process runs. */
export const freePort = (): Promise<number> => freeRow(1);

/** The first of that many such ports in a row. */
export async function freeRow(length: number): Promise<number> {
  await mkdir(CLAIMS, { recursive: true });
  for (;;) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    let taken = 0;
    while (taken < length && (await take(first + taken))) taken += 1;
    if (taken === length) return first;
    for (let port = first; port < first + taken; port += 1) await release(port);
  }
}

/** That many different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** Claimed first: looking listens for a moment, when its owner may want to. */
async function take(port: number): Promise<boolean> {
  if (!(await claim(port))) return false;
  if (await isPortFree(port)) return true;
  await release(port);
  return false;
}

const release = (port: number): Promise<void> => rm(toClaimPath(port), { force: true });

/** @returns false when it is another's, or was: what a process left behind is free from the next time on. */
async function claim(port: number): Promise<boolean> {
  const file = toClaimPath(port);
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = Number(await readFile(file, 'utf8').catch(() => ''));
  if (owner && !isProcessAlive(owner)) await release(port);
  return false;
}
