// Sums the gzipped JavaScript a route loads before it can be used, from Vite's manifest.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root));
const manifest = JSON.parse(read('dist/.vite/manifest.json'));
const budgets = JSON.parse(read('size-budgets.json'));

function reach(keys) {
  const seen = new Set();
  const walk = (key) => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}: the route moved, or was never built.`);
    seen.add(key);
    (chunk.imports ?? []).forEach(walk);
  };
  keys.forEach(walk);
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}

let failed = false;
for (const [route, { kib, entries, forbid }] of Object.entries(budgets)) {
  const files = reach(['index.html', ...entries]);
  const sources = files.map((file) => read(`dist/${file}`));
  const size =
    sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0) / 1024;
  const forbidden = forbid !== undefined && files.some((file) => file.includes(forbid));
  const over = size > kib || forbidden;
  failed ||= over;
  console.log(
    `${over ? 'OVER' : 'ok  '} ${route.padEnd(26)} ${size.toFixed(1).padStart(6)} of ${kib} KiB${forbidden ? ` and it loads ${forbid}` : ''}`,
  );
}
process.exitCode = failed ? 1 : 0;
