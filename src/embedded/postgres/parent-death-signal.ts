import { spawnSync } from 'node:child_process';

let supported: boolean | undefined;

/**
 * The command line of a program that Linux ends with that signal when this process ends, even by
 * kill -9. Elsewhere, and where setpriv is missing, the plain command.
 */
export function withParentDeathSignal(
  signal: 'INT' | 'KILL',
  program: string,
  args: string[],
): [program: string, args: string[]] {
  supported ??=
    process.platform === 'linux' &&
    spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { stdio: 'ignore' }).status === 0;
  return supported ? ['setpriv', ['--pdeathsig', signal, program, ...args]] : [program, args];
}
