import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';

/**
 * A fingerprint of files and folders by content: a fresh checkout has new times but old content.
 * @param {string[]} paths files or folders; missing ones count as absent, not as an error
 * @param {(path: string) => boolean} wanted given the path inside the repository
 */
export function fingerprint(paths, wanted = () => true, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const file of paths.flatMap(filesUnder)) {
    const name = relative(root, file);
    if (wanted(name)) hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export function readStamp(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // No stamp: the work has yet to be done.
  }
}

export const writeStamp = (path, value) => writeFileSync(path, value);

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git']);

function filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [path];
  return readdirSync(path)
    .filter((name) => !SKIPPED.has(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
