import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { closedLoop, type Measurements } from './load';
import { get, open, type Route } from './route';

/** How many tunnels are opened at once. */
const BATCH = 50;
/** A tunnel is idle when the memory that opening it took has been collected, which V8 does some 20 s later. */
const IDLE_MS = 30_000;

/** Resident memory of a process in bytes; NaN without /proc. */
function readMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
  } catch {
    return NaN;
  }
}

async function openTunnels(route: Route, origin: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(BATCH, count - sockets.length) }, () => open(route, origin)),
      )),
    );
  return sockets;
}

const closeAll = async (sockets: Socket[]): Promise<void> => {
  for (const socket of sockets) socket.resetAndDestroy();
  await delay(1_000);
};

/** Resident memory of the proxy for each tunnel that is open and idle. */
export async function measureIdleMemory(
  route: Route,
  origin: number,
  count: number,
): Promise<number> {
  // Lazily allocated memory of the first tunnels is none of the others'.
  await closeAll(await openTunnels(route, origin, 500));
  const before = readMemory(route.pid!);
  const sockets = await openTunnels(route, origin, count);
  await delay(IDLE_MS);
  const after = readMemory(route.pid!);
  await closeAll(sockets);
  return (after - before) / count;
}

/** Requests, one at a time, on one kept connection while so many more are open. */
export async function measureLatency(
  route: Route,
  origin: number,
  openTunnelCount: number,
  seconds: number,
): Promise<Measurements> {
  const others = await openTunnels(route, origin, openTunnelCount);
  const socket = await open(route, origin);
  const measured = await closedLoop(1, { seconds }, async () => {
    await get(socket, route, origin, '/');
  });
  await closeAll([...others, socket]);
  return measured;
}
