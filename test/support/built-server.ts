import { inRepo } from './repo';
import { runNode } from './run-node';

const BUILD = `import('./scripts/lib/build.mjs').then(({ build }) => build(['server']))`;

/**
 * Ensures that dist is up to date. `npm test` has built it already; a single spec
 * run by hand may find it missing or stale.
 * @returns the path of dist/cli.js
 */
export async function builtCli(): Promise<string> {
  const { status, output } = await runNode(['-e', BUILD]);
  if (status !== 0) throw new Error(`The server could not be built:\n${output}`);
  return inRepo('dist', 'cli.js');
}
