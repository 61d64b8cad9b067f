#!/usr/bin/env node
// npm run mutation [-- group…]: mutates the code of the money path and checks that a test fails.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GROUPS } from '../test/mutation/groups.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FOLDER = join(ROOT, 'test', 'mutation');
const STRYKER = join(FOLDER, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const NPM = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function run(command, args, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}

const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !(name in GROUPS));
if (unknown.length) {
  console.error(
    `Unknown group ${unknown.join(', ')}. Available: ${Object.keys(GROUPS).join(', ')}.`,
  );
  process.exit(2);
}
if (!existsSync(STRYKER) && run(NPM, ['ci', '--prefix', FOLDER, '--no-audit', '--no-fund']))
  process.exit(1);

const weak = [];
for (const name of selected.length ? selected : Object.keys(GROUPS)) {
  console.log(`\n${name}`);
  const failed = run(
    process.execPath,
    ['-r', '@swc-node/register', join(FOLDER, 'with-postgres.ts'), STRYKER],
    { MUTATION_GROUP: name, MUTATION_SPECS: GROUPS[name].specs.join(',') },
  );
  if (failed) weak.push(name);
}
if (weak.length) console.error(`Below the mutation score threshold: ${weak.join(', ')}.`);
process.exit(weak.length ? 1 : 0);
