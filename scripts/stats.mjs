// Prints lines and files of the working copy's HEAD by module; with a revision, beside those of that revision:
// npm run stats -- 6929031d
import { execFileSync } from 'node:child_process';

const isTest = (path) =>
  /^test\/|\.(spec|test|suite|contract)\.tsx?$|-spec\.ts$|^web\/(test|src\/testing)\//.test(path);

function groupOf(path) {
  if (path.includes('/generated/')) return 'generated';
  if (/^(docs\/.*|[^/]*)\.md$/.test(path)) return 'docs';
  if (!/\.(m?[jt]s|cjs|tsx|css|sql)$/.test(path)) return null;
  if (isTest(path)) return 'tests';
  const [root, first, second] = path.split('/');
  if (root === 'src') return path.split('/').length > 2 ? `src/${first}` : 'src/*.ts';
  if (root === 'web')
    return first === 'src' ? `web/${second.includes('.') ? '*' : second}` : 'web/*';
  return null;
}

/** @returns group → [lines, files], of groups and of `src` and `web` as a whole. */
function count(revision) {
  const rows = execFileSync('git', ['grep', '-cI', '', revision], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const counts = new Map();
  for (const row of rows.split('\n').filter(Boolean)) {
    const [, path, lines] = row.split(':');
    const group = groupOf(path);
    for (const name of new Set([group, /^(src|web)\//.exec(group ?? '')?.[1]])) {
      if (!name) continue;
      const [sum, files] = counts.get(name) ?? [0, 0];
      counts.set(name, [sum + Number(lines), files + 1]);
    }
  }
  return counts;
}

const [before] = process.argv.slice(2);
const now = count('HEAD');
const then = before ? count(before) : new Map();
const cells = ([lines, files] = [0, 0]) =>
  `${String(lines).padStart(7)} ${String(files).padStart(5)}`;
console.log(`${''.padEnd(22)}${before ? '  lines files       ' : ''}  lines files`);
for (const name of [...new Set([...now.keys(), ...then.keys()])].sort())
  console.log(
    `${name.padEnd(20)} ${before ? `${cells(then.get(name))}   →` : ''} ${cells(now.get(name))}`,
  );
