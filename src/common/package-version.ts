import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this program, from its package.json. */
export function readPackageVersion(): string {
  const text = readFileSync(join(__dirname, '..', '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version?: string };
  return version ?? 'unknown';
}
