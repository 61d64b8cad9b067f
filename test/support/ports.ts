import { isPortFree } from '../../src/embedded/ports';

const LOWEST = 15_500;
/** Linux hands 32768 and up to outgoing connections, which may then sit on a port we chose. */
const HIGHEST = 31_999;

/** A port nobody listens on now, chosen at random so that parallel test runs rarely meet. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isPortFree(port)) return port;
  }
}

/** That many different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
