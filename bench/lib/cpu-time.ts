import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Measurements } from './load';

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process and its children; NaN without /proc. */
export function readCpuSeconds(pid: number): number {
  if (!existsSync(`/proc/${pid}/stat`)) return NaN;
  return listProcessTree(pid).reduce((sum, id) => sum + readOwnSeconds(id), 0);
}

function readOwnSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function listProcessTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => listChildren(pid, task));
  return [pid, ...children.flatMap(listProcessTree)];
}

function listChildren(pid: number, task: string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch (error) {
    // The thread has exited since the directory was listed.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** CPU time per call of a piece of work. */
export async function measureCpuPerCall(
  pid: number,
  work: () => Promise<Measurements>,
): Promise<{ measured: Measurements; note: string }> {
  const before = readCpuSeconds(pid);
  const measured = await work();
  const ms = ((readCpuSeconds(pid) - before) * 1000) / measured.count;
  return { measured, note: `${ms.toFixed(1)} ms of API CPU time each` };
}
