import { spawnSync } from 'node:child_process';
import { inRepo, root } from './lib/paths.mjs';

/** Checks what is about to be committed, in a few seconds; `npm test` checks everything. */
const staged = spawnSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'], {
  cwd: root,
  encoding: 'utf8',
});
const files = staged.stdout.split('\0').filter(Boolean);
if (files.length === 0) process.exit(0);

/** Each tool leaves out the files that it does not know. */
function check(tool, flags = []) {
  const { status } = spawnSync(
    process.execPath,
    [
      inRepo('node_modules', tool, 'bin', tool),
      ...flags,
      '--no-error-on-unmatched-pattern',
      ...files,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  return status === 0;
}

const tidy = check('oxfmt', ['--check']);
const sound = check('oxlint');
if (!tidy) console.error('Run: npm run format.');
if (!tidy || !sound) {
  console.error('Nothing was committed. (git commit --no-verify skips this check.)');
  process.exit(1);
}
