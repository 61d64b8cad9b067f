import { execFileSync } from 'node:child_process';

/** Process ids of its children. */
export const listChildren = (parent: number): number[] =>
  execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid!);

/**
 * Stops PostgreSQL with all its processes from running, as a machine does that hangs: connections stay open and nothing
 * is answered. The postmaster is stopped first, so that it forks no other process meanwhile.
 * @returns what lets it run again.
 */
export function freezePostgres(postmaster: number): () => void {
  process.kill(postmaster, 'SIGSTOP');
  const pids = [...listChildren(postmaster), postmaster];
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'));
}
