import { inRepo } from './repo';
import { runNode } from './run-node';

const BUILD = `import('./scripts/lib/build.mjs').then(({ build }) => build(['server']))`;

let built: Promise<void> | undefined;

/**
 * Ensures that dist is up to date. `npm test` has built it already; a single spec
 * run by hand may find it missing or stale.
 */
export function ensureBuilt(): Promise<void> {
  built ??= buildServer();
  return built;
}

async function buildServer(): Promise<void> {
  const { status, output } = await runNode(['-e', BUILD]);
  if (status !== 0) throw new Error(`The server could not be built:\n${output}`);
}

/** @returns the path of dist/cli.js, which is up to date */
export async function builtCli(): Promise<string> {
  await ensureBuilt();
  return inRepo('dist', 'cli.js');
}
