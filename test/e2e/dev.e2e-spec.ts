import { spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poll } from '../../src/embedded/poll';
import { inRepo } from '../support/repo';

jest.setTimeout(180_000);

/** Compiles whenever the file "compile" appears; the first time with an error. */
const COMPILER = `
const { existsSync, rmSync } = require('node:fs');
console.log('Found 1 error. Watching for file changes.');
setInterval(() => {
  if (!existsSync('compile')) return;
  rmSync('compile');
  console.log('Found 0 errors. Watching for file changes.');
}, 20);
`;
const PLATFORM = `
console.log('platform up', process.env.APP_URL, process.argv.slice(2).join(' '));
process.on('message', (message) => console.log('platform got', message));
process.on('SIGTERM', () => (console.log('platform stopped'), process.exit(0)));
`;
const VITE = `
console.log('vite up', process.env.API_ORIGIN, process.argv.slice(2).join(' '));
setInterval(() => undefined, 1000);
`;

describe('npm run dev', () => {
  let repo: string;
  let child: ChildProcess;
  let output = '';

  const shows = async (text: string) => (await poll(() => output.includes(text), 30_000)) === true;
  const compile = () => writeFile(join(repo, 'compile'), '');

  beforeEach(async () => {
    repo = await mkdtemp(join(tmpdir(), 'nairaproxy-dev-'));
    const files: Record<string, string> = {
      'package.json': '{}',
      'package-lock.json': '{}',
      'npm/npm-cli.js': '',
      'node_modules/@nestjs/cli/bin/nest.js': COMPILER,
      'node_modules/vite/bin/vite.js': VITE,
      'dist/embedded.js': PLATFORM,
      'web/package.json': '{}',
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(repo, path, '..'), { recursive: true });
      await writeFile(join(repo, path), text);
    }
    await cp(inRepo('scripts'), join(repo, 'scripts'), { recursive: true });
    output = '';
    const { APP_URL: _url, API_ORIGIN: _origin, npm_lifecycle_event: _npm, ...env } = process.env;
    child = spawn(process.execPath, [join(repo, 'scripts', 'dev.mjs'), '--logs'], {
      env: {
        ...env,
        PORT: '3999',
        WEB_PORT: '5999',
        npm_execpath: join(repo, 'npm', 'npm-cli.js'),
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  });
  afterEach(async () => {
    child.kill('SIGKILL');
    await rm(repo, { recursive: true, force: true, maxRetries: 10 });
  });

  it('starts the platform after the first compilation without errors, then reloads it', async () => {
    expect(await shows('Found 1 error')).toBe(true);
    expect(await shows('vite up http://localhost:3999 --port 5999 --strictPort')).toBe(true);
    expect(output).not.toContain('platform up');
    await compile();
    expect(await shows('platform up http://localhost:5999 --logs')).toBe(true);
    await compile();
    expect(await shows('platform got reload')).toBe(true);

    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(output).toContain('platform stopped');
  });

  it('exits with the status of a child process that exits', async () => {
    await writeFile(join(repo, 'dist', 'embedded.js'), 'process.exit(3)');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    expect(await shows('vite up')).toBe(true);
    await compile();
    expect(await ended).toBe(3);
  });
});
