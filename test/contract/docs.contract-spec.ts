import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRepo } from '../support/repo';

const PAGES = [
  ...['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'clients/typescript/README.md'],
  ...readdirSync(inRepo('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const read = (path: string) => readFileSync(inRepo(path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const cli = readdirSync(inRepo('src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /^cli\.ts$|commands/.test(name) && name.endsWith('.ts'))
  .map((name) => read(`src/${name}`))
  .join('\n');

const ROOTS = ['', 'src', 'src/database'];
const SOURCE =
  /`((?:src|web|test|scripts|docker|openapi|clients|config|queue|database|migrations)\/[\w./-]+)`/g;

/** What a page may name, and whether there is such a thing. */
const REFERENCES: [names: RegExp, exists: (name: string, page: string) => boolean][] = [
  [/\]\((?!https?:|#)([^)#]+)/g, (link, page) => existsSync(inRepo(join(dirname(page), link)))],
  [/npm run ([\w:-]+)/g, (script) => script in scripts],
  [/node dist\/([\w-]+)\.js/g, (entry) => existsSync(inRepo('src', `${entry}.ts`))],
  [/dist\/cli\.js ([\w:-]+)/g, (command) => new RegExp(`^  '?${command}'?: \\{`, 'm').test(cli)],
  [
    SOURCE,
    (path) => /-jobs|verb-noun/.test(path) || ROOTS.some((root) => existsSync(inRepo(root, path))),
  ],
];

it('should link to existing files, and name existing commands, files and folders', () => {
  const dead = PAGES.flatMap((page) =>
    REFERENCES.flatMap(([names, exists]) =>
      [...read(page).matchAll(names)]
        .filter(([, name]) => !exists(name!, page))
        .map(([text]) => `${page}: ${text}`),
    ),
  );
  expect(dead).toEqual([]);
});
