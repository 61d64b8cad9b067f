// Orval leaves path parameters out of keys that are made of operation ids: two users would share one answer.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const hooks = fileURLToPath(new URL('../src/api/generated/hooks/', import.meta.url));
const KEY = /(export const get\w+QueryKey = \(([^)]*)\) => \{\s*return \[\s*"\w+")/g;

/** `id?: number, params?: Params,` → id. */
const pathNames = (parameters) =>
  [...parameters.matchAll(/(\w+)\?:/g)].map(([, name]) => name).filter((name) => name !== 'params');

for (const file of readdirSync(hooks, { recursive: true })) {
  const path = join(hooks, file);
  if (!file.endsWith('.ts') || file.startsWith('model')) continue;
  const source = readFileSync(path, 'utf8');
  const scoped = source.replaceAll(KEY, (start, _all, parameters) =>
    [start, ...pathNames(parameters)].join(', '),
  );
  if (scoped !== source) writeFileSync(path, scoped);
}
