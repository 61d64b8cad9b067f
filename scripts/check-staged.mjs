import { spawnSync } from 'node:child_process';
import { inRepo, root } from './lib/paths.mjs';

/** Checks what is about to be committed, in a few seconds; `npm test` checks everything. */
const staged = spawnSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'], {
  cwd: root,
  encoding: 'utf8',
});
const files = staged.stdout.split('\0').filter(Boolean);
if (files.length === 0) process.exit(0);

function check(script, flags, wanted) {
  const chosen = files.filter(wanted);
  if (chosen.length === 0) return true;
  const { status } = spawnSync(
    process.execPath,
    [inRepo('node_modules', ...script), ...flags, ...chosen],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  return status === 0;
}

const tidy = check(
  ['prettier', 'bin', 'prettier.cjs'],
  ['--check', '--ignore-unknown', '--log-level=warn'],
  () => true,
);
const sound = check(
  ['eslint', 'bin', 'eslint.js'],
  ['--config=eslint.fast.config.mjs', '--max-warnings=0', '--no-warn-ignored'],
  (file) => /\.([cm]?js|tsx?)$/.test(file),
);
if (!tidy) console.error('Run: npx prettier --write on the files above.');
if (!tidy || !sound) {
  console.error('Nothing was committed. (git commit --no-verify skips this check.)');
  process.exit(1);
}
