import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPortFree } from '../../src/embedded/ports';
import { claim } from './claim';

const LOWEST = 15_500;
/** Linux uses ports from 32768 for outgoing connections, which could occupy a chosen port. */
const HIGHEST = 31_999;

/**
 * A file per chosen port, because a test process may listen on it only seconds later. The folder name has
 * the user id, since a user in a container may have no name.
 */
export const CLAIMS_FOLDER = join(tmpdir(), `nairaproxy-test-ports-${process.getuid?.() ?? 'all'}`);

const toClaimPath = (port: number): string => join(CLAIMS_FOLDER, String(port));

/** A free port that no other test gets while this process runs. */
export const freePort = (): Promise<number> => freePortRange(1);

/** The first of `length` consecutive free ports. */
export async function freePortRange(length: number): Promise<number> {
  await mkdir(CLAIMS_FOLDER, { recursive: true });
  for (;;) {
    const first = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    let taken = 0;
    while (taken < length && (await claimIfFree(first + taken))) taken += 1;
    if (taken === length) return first;
    for (let port = first; port < first + taken; port += 1) await release(port);
  }
}

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** Claims the port before the check, because the check listens on it for a moment. */
async function claimIfFree(port: number): Promise<boolean> {
  if (!(await claim(toClaimPath(port)))) return false;
  if (await isPortFree(port)) return true;
  await release(port);
  return false;
}

const release = (port: number): Promise<void> => rm(toClaimPath(port), { force: true });
