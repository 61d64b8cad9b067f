import { setTimeout } from 'node:timers/promises';

const SPIN_MS = 40;
const CALM = 1.2;
const TRIES = 20;
const PAUSE_MS = 500;

/** Wall time by CPU time of a loop: 1 where a core is free, 2 where every core has two takers. */
export function measureContention(): number {
  const before = process.cpuUsage();
  const start = performance.now();
  while (performance.now() - start < SPIN_MS);
  const { user, system } = process.cpuUsage(before);
  return (performance.now() - start) / ((user + system) / 1000);
}

/** Waits up to ten seconds for a moment in which other processes leave a core. @returns the last ratio */
export async function waitForCalm(): Promise<number> {
  let contention = measureContention();
  for (let left = TRIES; contention > CALM && left > 0; left -= 1) {
    await setTimeout(PAUSE_MS);
    contention = measureContention();
  }
  return contention;
}
