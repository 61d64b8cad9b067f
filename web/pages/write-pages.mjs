// Writes an HTML file for each page into dist/pages: with its scripts to preload, all styles inline and a
// shell that is painted before the scripts arrive. dist/pages.json tells the API which file a path gets.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { buildPrerender } from './build-prerender.mjs';
import { listPages } from './list-pages.mjs';
import { readArticles } from '../vite/articles.mjs';
import { escapeHtml, shells } from './shells.mjs';

const dist = new URL('../dist/', import.meta.url);
const read = (url) => readFile(url, 'utf8');
const here = (name) => new URL(name, import.meta.url);

const manifest = JSON.parse(await read(new URL('.vite/manifest.json', dist)));
const { areas, sidebars } = JSON.parse(await read(here('pages.json')));
const pages = listPages();
const articles = readArticles();
const template = await read(new URL('index.html', dist));
const theme = await read(new URL('theme.js', dist));
const firstRequests = minify(await read(here('first-requests.js'))).replace(/;$/, '');
const stylesheet = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/.exec(template);
const styles = minify((await read(new URL(stylesheet[1], dist))) + (await read(here('shell.css'))));

const prerender = await buildPrerender();

/** Removes comments and line breaks; Vite has minified the rest. */
function minify(source) {
  return source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replace(/\s*\n\s*/g, '');
}

/** What the build has written (vite/antd-styles.plugin.ts). */
const PRELOADED_RULES = '<link data-antd rel="preload" as="style"';
/** A style sheet from the start would hold up the shell and the first requests. */
const USE_RULES =
  "(function(l){l.onload=function(){l.onload=null;l.rel='stylesheet'}})(document.querySelector('[data-antd]'))";

/** The app leads on who is signed in already. */
const HIDE_SIGNED_IN =
  "try{if(localStorage.getItem('nairaproxy.token'))document.documentElement.dataset.shell='none'}catch{}";

/** Requests the data of a page behind the sign-in, of which every one shows the user, and then its scripts. */
function writeFirstRequests({ area, path, requests = [] }, scripts) {
  if (path === '/auth') return `<script>${HIDE_SIGNED_IN}</script>`;
  if (!sidebars[area]) return '';
  const urls = ['/user/info', ...requests].map((path) => `/api/v1${path}`);
  // On a phone the menu is loaded after the screen.
  const sidebar = [...findFiles([sidebars[area]])].filter((file) => !scripts.includes(file));
  const parameters = [urls, area === 'admin', scripts, sidebar].map((one) => JSON.stringify(one));
  return `<script>${firstRequests}(${parameters.join()})</script>`;
}

/** The files of a module and of all it imports, in the order of their need. */
function findFiles(keys, found = new Set()) {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest has no ${key}: the page moved, or was never built.`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    findFiles(chunk.imports ?? [], found);
  }
  return found;
}

const writeDescription = ({ description }, landing) =>
  description ? `<meta name="description" content="${escapeHtml(description)}" />` : landing;

/** As usePageTitle in the app; the API puts in the name that the owner gave the site. */
const writeTitle = ({ title }, landing) =>
  title ? `<title>${escapeHtml(title)} · NairaProxy</title>` : landing;

const preload = (file) => `<link rel="modulepreload" crossorigin href="/${file}" />`;

async function render(page) {
  const { area, entry, path, prerendered } = page;
  const scripts = [...findFiles(['index.html', ...areas[area], entry])];
  const content = prerendered
    ? `<div data-prerendered style="display:contents">${await prerender(path)}</div>`
    : shells[area](page);
  const links = sidebars[area] ? [] : scripts.slice(1).map(preload);
  // Public pages load the rules of Ant Design when the visitor goes on to the app.
  const rules = area === 'site' ? '<link data-antd' : PRELOADED_RULES;
  return template
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '')
    .replace(PRELOADED_RULES, rules)
    .replace(stylesheet[0], () => `${links.join('\n    ')}\n    <style>${styles}</style>`)
    .replace(
      /<script src="\/theme.js"><\/script>/,
      () =>
        `<script>${theme}${area === 'site' ? '' : USE_RULES}</script>${writeFirstRequests(page, scripts)}`,
    )
    .replace(
      '<html lang="en-NG">',
      `<html lang="en-NG" data-area="${area === 'admin' ? 'admin' : 'customer'}">`,
    )
    .replace(/<title>.*?<\/title>/, (landing) => writeTitle(page, landing))
    .replace(/<meta\s+name="description"[^>]*>/, (landing) => writeDescription(page, landing))
    .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`);
}

await rm(new URL('pages/', dist), { recursive: true, force: true });
await mkdir(new URL('pages/', dist));
for (const page of pages) await writeFile(new URL(page.file, dist), await render(page));
await writeFile(
  new URL('pages.json', dist),
  `${JSON.stringify(
    [
      ...pages.map(({ path, file, indexed, notFound }) => ({ path, file, indexed, notFound })),
      // What the service worker keeps for times without a connection.
      { path: '/offline', file: 'offline.html' },
    ],
    null,
    2,
  )}\n`,
);

// For programs that read: the articles as Markdown, and a list of them.
const toList = (wanted) =>
  articles
    .filter(({ section }) => section === wanted)
    .map(({ slug, title, summary }) => `- [${title}](/${wanted}/${slug}.md): ${summary}`)
    .join('\n');
for (const { section, slug, source } of articles) {
  await mkdir(new URL(`${section}/`, dist), { recursive: true });
  await writeFile(new URL(`${section}/${slug}.md`, dist), source);
}
await writeFile(
  new URL('llms.txt', dist),
  `# Proxy shop: help and developer docs

> Datacenter, residential and mobile proxies from a prepaid wallet in naira, with an HTTP API. The OpenAPI document is at /api/docs/customer-json. In the articles, {{origin}} is the address of this site and {{gateway}} that of its gateway.

## Developer docs

${toList('docs')}

## Help

${toList('help')}
`,
);
console.log(`wrote ${pages.length} pages`);
