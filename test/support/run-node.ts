import { execFile } from 'node:child_process';
import { inRepo } from './repo';

export interface Finished {
  status: number;
  /** stdout and stderr, interleaved. */
  output: string;
}

/** Runs a Node script to its end, by default in the repository's root. */
export function runNode(
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; withinMs?: number } = {},
): Promise<Finished> {
  const { cwd = inRepo(), env = process.env, withinMs = 280_000 } = options;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { cwd, env, timeout: withinMs, maxBuffer: 64 * 1024 * 1024 },
      (error) => resolve({ status: error ? Number(error.code) || 1 : 0, output }),
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: string) => (output += chunk));
  });
}
