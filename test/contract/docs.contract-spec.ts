import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRepo } from '../support/repo';

const PAGES = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'clients/typescript/README.md',
  'docs/architecture.md',
  'docs/decisions.md',
  'docs/integration.md',
  'docs/security.md',
  'docs/logging.md',
  'docs/spec-coverage-admin.md',
  'docs/spec-coverage.md',
  'docs/testing.md',
];
const read = (path: string) => readFileSync(inRepo(path), 'utf8');
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name!);

describe.each(PAGES)('%s', (page) => {
  const text = read(page);

  it('should link only to existing files', () => {
    const links = found(text, /\]\((?!https?:|#)([^)#]+)/g);
    const dead = links.filter((link) => !existsSync(inRepo(join(dirname(page), link))));
    expect(dead).toEqual([]);
  });

  it('should name only existing commands', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const name of found(text, /npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name]);
    for (const name of found(text, /node dist\/([\w-]+)\.js/g))
      expect(existsSync(inRepo('src', `${name}.ts`)) ? name : `${name} is missing`).toBe(name);
    const cli = read('src/cli.ts');
    for (const name of found(text, /dist\/cli\.js ([\w:-]+)/g))
      expect(cli).toMatch(new RegExp(`^  '?${name}'?: \\{`, 'm'));
  });

  it('should name only existing source files and folders', () => {
    const paths = found(
      text,
      /`((?:src|web|test|scripts|docker|openapi|clients|config|queue|database|migrations)\/[\w./-]+)`/g,
    );
    const roots = ['', 'src', 'src/database'];
    const dead = paths.filter(
      (path) =>
        !/-jobs|verb-noun/.test(path) && !roots.some((root) => existsSync(inRepo(root, path))),
    );
    expect(dead).toEqual([]);
  });
});
