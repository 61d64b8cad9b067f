import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { OPENAPI_FILE } from '../support/openapi-document';
import { inRepo } from '../support/repo';
import { runNode } from '../support/run-node';

interface GeneratedClient {
  name: string;
  folder: string;
  generated: string;
  config: string;
}

const CLIENTS: GeneratedClient[] = [
  {
    name: 'the web app',
    folder: 'web',
    generated: join('src', 'api', 'generated'),
    config: 'orval.config.ts',
  },
  {
    name: 'TypeScript programs',
    folder: join('clients', 'typescript'),
    generated: join('src', 'generated'),
    config: 'orval.config.mjs',
  },
];

/** Path → content of every file below a folder. */
async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const rows = await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), await readFile(path, 'utf8')] as const;
    }),
  );
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe.each(CLIENTS)('generated API client of $name', ({ folder, generated, config }) => {
  it('should match the OpenAPI document (npm run client writes it)', async () => {
    const copy = await mkdtemp(join(tmpdir(), 'nairaproxy-client-'));
    try {
      await cp(inRepo(folder), copy, {
        recursive: true,
        filter: (source) =>
          !/[\\/](node_modules|dist|generated|features|public)$/.test(source) ||
          source === inRepo(folder),
      });
      await symlink(inRepo('node_modules'), join(copy, 'node_modules'));
      const { status, output } = await runNode(
        [inRepo('node_modules', 'orval', 'dist', 'bin', 'orval.js'), '--config', config],
        {
          cwd: copy,
          env: {
            ...process.env,
            OPENAPI: OPENAPI_FILE,
            OPENAPI_CUSTOMER: join(dirname(OPENAPI_FILE), 'customer.json'),
          },
        },
      );
      expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
      const made = await contentsOf(join(copy, generated));
      const committed = await contentsOf(inRepo(folder, generated));
      expect(Object.values(made).join('').length).toBeGreaterThan(100_000);
      const paths = [...new Set([...Object.keys(made), ...Object.keys(committed)])];
      const stale = paths.filter((path) => made[path] !== committed[path]);
      expect(stale.slice(0, 10)).toEqual([]);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  }, 300_000);
});

describe('API client of TypeScript programs', () => {
  it('should show in its README what full-flow.suite.ts runs', async () => {
    const folder = inRepo('clients', 'typescript');
    const example = await readFile(join(folder, 'examples', 'first-order.ts'), 'utf8');
    const shown = example.replace("'../src'", "'@nairaproxy/client'");
    expect(await readFile(join(folder, 'README.md'), 'utf8')).toContain(shown);
  });
});
