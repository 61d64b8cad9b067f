import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { OPENAPI_FILE } from '../support/openapi-document';
import { inRepo } from '../support/repo';
import { runNode } from '../support/run-node';

const GENERATED = join('src', 'api', 'generated');

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

describe('generated API client of the web app', () => {
  // spec: C7.33
  it('should match the OpenAPI document (npm run client writes it)', async () => {
    const web = await mkdtemp(join(tmpdir(), 'nairaproxy-client-'));
    try {
      await cp(inRepo('web'), web, {
        recursive: true,
        filter: (source) =>
          !/[\\/](node_modules|dist|generated|features|public)$/.test(source) ||
          source === inRepo('web'),
      });
      await symlink(inRepo('node_modules'), join(web, 'node_modules'));
      const { status, output } = await runNode(
        [inRepo('node_modules', 'orval', 'dist', 'bin', 'orval.js'), '--config', 'orval.config.ts'],
        { cwd: web, env: { ...process.env, OPENAPI: OPENAPI_FILE } },
      );
      expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
      const made = await contentsOf(join(web, GENERATED));
      const committed = await contentsOf(inRepo('web', GENERATED));
      expect(Object.keys(made).length).toBeGreaterThan(10);
      const paths = [...new Set([...Object.keys(made), ...Object.keys(committed)])];
      const stale = paths.filter((path) => made[path] !== committed[path]);
      expect(stale.slice(0, 10)).toEqual([]);
    } finally {
      await rm(web, { recursive: true, force: true });
    }
  }, 300_000);
});
