import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { poll } from '../../src/embedded/poll';
import { processIdentity } from '../../src/embedded/process-info';
import { inRepo } from '../support/repo';
import { runNode, type Finished } from '../support/run-node';

jest.setTimeout(180_000);

/** npm stub: logs its calls and writes `dist` like a build, or fails on demand. */
const FAKE_NPM = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('call-log', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_SAYS) { console.error(process.env.NPM_SAYS); process.exit(1); }
for (const [script, file] of [['build:server', 'dist/embedded.js'], ['build:web', 'web/dist/index.html']])
  if (process.argv.includes(script)) {
    mkdirSync(require('node:path').dirname(file), { recursive: true });
    writeFileSync(file, 'console.log("started with", process.argv.slice(2).join(" "), process.env.FROM_FILE)');
  }
if (process.argv.includes('install')) mkdirSync('node_modules', { recursive: true });
`;

describe('npm start, before the platform runs', () => {
  let repo: string;

  beforeEach(async () => {
    repo = await mkdtemp(join(tmpdir(), 'nairaproxy clone-'));
    await cp(inRepo('scripts'), join(repo, 'scripts'), { recursive: true });
    await mkdir(join(repo, 'src'));
    await mkdir(join(repo, 'web', 'src'), { recursive: true });
    await mkdir(join(repo, 'fake'));
    await writeFile(join(repo, 'fake', 'npm-cli.js'), FAKE_NPM);
    await writeFile(join(repo, 'package.json'), '{}');
    await writeFile(join(repo, 'package-lock.json'), '{}');
    await writeFile(join(repo, 'src', 'main.ts'), 'one');
    await writeFile(join(repo, 'web', 'src', 'main.tsx'), 'one');
  });
  afterEach(() => rm(repo, { recursive: true, force: true }));

  /** Run from another folder. */
  const start = (env: NodeJS.ProcessEnv = {}, ...args: string[]): Promise<Finished> =>
    runNode([join(repo, 'scripts', 'start.mjs'), ...args], {
      cwd: tmpdir(),
      env: { ...process.env, npm_execpath: join(repo, 'fake', 'npm-cli.js'), ...env },
    });

  /** npm calls since the last read. */
  async function callLog(): Promise<string[]> {
    const path = join(repo, 'call-log');
    const text = await readFile(path, 'utf8').catch(() => '');
    await rm(path, { force: true });
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replace(/^run --silent |^(install).*/, '$1'))
      .sort();
  }

  it('installs and builds the first time and skips both the second time', async () => {
    expect((await start()).output).toContain('started with');
    expect(await callLog()).toEqual(['build:server', 'build:web', 'install']);
    expect(await start()).toMatchObject({ status: 0 });
    expect(await callLog()).toEqual([]);
  });

  it('rebuilds only changed parts, by content and not by date', async () => {
    await start();
    await callLog();
    await utimes(join(repo, 'src', 'main.ts'), new Date(), new Date());
    await writeFile(join(repo, 'src', 'main.spec.ts'), 'a test is not built');
    await start();
    expect(await callLog()).toEqual([]);
    await writeFile(join(repo, 'src', 'main.ts'), 'two');
    await start();
    expect(await callLog()).toEqual(['build:server']);
  });

  it('installs again when the lockfile changed', async () => {
    await start();
    await callLog();
    await writeFile(join(repo, 'package-lock.json'), '{"changed":true}');
    await start();
    expect(await callLog()).toContain('install');
  });

  it('rebuilds deleted output', async () => {
    await start();
    await callLog();
    await rm(join(repo, 'dist'), { recursive: true });
    await start();
    expect(await callLog()).toEqual(['build:server']);
  });

  it('retries after a failed install and passes on arguments and .env', async () => {
    await start({ NPM_SAYS: 'npm error something' });
    await callLog();
    await writeFile(join(repo, '.env'), 'FROM_FILE=yes\n');
    const { output } = await start({}, '--logs');
    expect(await callLog()).toContain('install');
    expect(output).toContain('started with --logs yes');
  });

  it.each([
    ['npm error code ENOSPC\nnpm error no space left on device', /The disk that holds .* is full/],
    ['npm error code EAI_AGAIN registry', /cannot reach its package registry/],
    ['npm error code EACCES permission denied', /belong to another user/],
    ['npm error code E_ODD', /E_ODD[^]*npm could not install/],
  ])('formats %j as a sentence', async (words, sentence) => {
    const { status, output } = await start({ NPM_SAYS: words });
    expect(status).toBe(1);
    expect(output).toMatch(sentence);
    expect(output).not.toContain('at runStep');
  });
});

/** apt-get stub whose locks are held by another process at first. */
const FAKE_APT = `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
const callLog = __dirname + '/call-log';
appendFileSync(callLog, process.argv.slice(2).join(' ') + '\\n');
if (readFileSync(callLog, 'utf8').split('\\n').length < 4) {
  console.error('E: Could not get lock /var/lib/apt/lists/lock. It is held by process 1 (apt-get)');
  process.exit(100);
}
if (process.argv.includes('install'))
  for (const name of ['chromium', 'redis-server'])
    writeFileSync(__dirname + '/' + name, '#!/bin/sh\\n', { mode: 0o755 });
`;

describe('npm test, where its tools are missing', () => {
  it('waits for a concurrent install and uses its result', async () => {
    // Only root on Debian may install.
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
    const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-tools-'));
    try {
      await writeFile(join(folder, 'apt-get'), FAKE_APT, { mode: 0o755 });
      const found = `.then(async (m) => console.log('missing:', await m.provideTools(), process.env.CHROMIUM_PATH))`;
      const { output } = await runNode(['-e', `import('./scripts/lib/tools.mjs')${found}`], {
        env: { PATH: folder },
      });
      expect(output).toContain(`missing: [] ${join(folder, 'chromium')}`);
      const calls = (await readFile(join(folder, 'call-log'), 'utf8')).trim().split('\n');
      expect(calls.map((words) => /update|install/.exec(words)?.[0])).toEqual([
        'update',
        'update',
        'update',
        'install',
      ]);
      expect(calls.at(-1)).toContain('DPkg::Lock::Timeout=');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('scripts', () => {
  it.each([
    ['steps', (child: string) => `capture('sh', ['-c', '${child}'])`],
    ['suites', (child: string) => `run(['sh', '-c', '${child}'])`],
  ])('stop all child processes when they end, also with concurrent %s', async (name, start) => {
    const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-children-'));
    const callLog = join(folder, 'call-log');
    const beside = `[1, 2, 3].forEach(() => ${start(`echo $$ >> ${callLog}; exec sleep 300`)})`;
    const script = spawn(
      process.execPath,
      ['-e', `import('./scripts/lib/${name}.mjs').then(({ capture, run }) => ${beside})`],
      { cwd: inRepo(), stdio: 'ignore' },
    );
    const started = async () => {
      const pids = (await readFile(callLog, 'utf8').catch(() => '')).trim().split('\n').map(Number);
      return pids.length === 3 ? pids : undefined;
    };
    try {
      const pids = await poll(started, 60_000);
      script.kill('SIGTERM');
      const left = () => pids!.filter((pid) => processIdentity(pid) !== undefined);
      expect(await poll(() => left().length === 0, 30_000)).toBe(true);
    } finally {
      script.kill('SIGKILL');
      for (const pid of (await started()) ?? [])
        if (processIdentity(pid) !== undefined) process.kill(pid, 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });

  const evaluate = async (code: string) => (await runNode(['-e', code])).output.trim();

  it.each([
    ['20.18.3', false],
    ['20.19.0', true],
    ['21.7.0', false],
    ['22.11.0', false],
    ['22.12.0', true],
    ['24.1.0', true],
    ['18.20.0', false],
  ])('accept Node %s: %p', async (version, fits) => {
    const complaint = await evaluate(
      `import('./scripts/lib/node-version.mjs').then((m) => console.log(m.unsupportedVersionMessage('${version}')))`,
    );
    expect(complaint === '').toBe(fits);
    if (!fits) expect(complaint).toContain('Node 20.19');
  });

  it.each([
    [[{ passed: 3, failed: 0, skipped: 0 }], '3 passed, 0 failed'],
    [
      [
        { passed: 3, failed: 1, skipped: 0 },
        { passed: 2, failed: 1, skipped: 4 },
      ],
      '5 passed, 2 failed, 4 skipped',
    ],
  ])('summarize %j as %j', async (results, line) => {
    expect(
      await evaluate(
        `import('./scripts/lib/summary.mjs').then((m) => console.log(m.countLine(${JSON.stringify(results)})))`,
      ),
    ).toBe(line);
  });

  it('warn about a suite whose processor time is a fifth over its budget', async () => {
    const results = ['medium', 'web'].flatMap((name) =>
      [119, 121].map((cpu) => ({ name, cpu, passed: 1, failed: 0, skipped: 0, ms: 1 })),
    );
    const budgets = `new Map([['medium', 100]])`;
    const warnings = await evaluate(
      `import('./scripts/lib/summary.mjs').then((m) => console.log(m.findOverBudget(${JSON.stringify(results)}, ${budgets})))`,
    );
    expect(warnings).toBe(
      "[\n  'medium took 121 s of processor, its budget in docs/testing.md is 100 s.'\n]",
    );
  });

  it('read a budget for every suite', async () => {
    const names = await evaluate(
      `import('./scripts/lib/summary.mjs').then((m) => console.log([...m.readBudgets().keys()].sort().join()))`,
    );
    expect(names).toBe('browser,contract,e2e,format,lint,medium,modules,unit,web');
  });

  it('end at its timeout what a command left behind with its output open', async () => {
    const command = `['sh', '-c', 'sleep 300 &']`;
    const end = await evaluate(
      `import('./scripts/lib/suites.mjs').then(async (m) => console.log((await m.run(${command}, { longestMs: 500 })).end))`,
    );
    expect(end).toBe('status 0');
  }, 60_000);

  it('measure the processor time of a command with its child processes', async () => {
    const busy = `const end = Date.now() + 5e3; while (process.cpuUsage().user < 3e5 && Date.now() < end);`;
    const command = `[process.execPath, '-e', \`${busy}\`]`;
    const spent = await evaluate(
      `import('./scripts/lib/suites.mjs').then(async (m) => console.log((await m.run(${command})).cpu))`,
    );
    expect(Number(spent)).toBeGreaterThanOrEqual(0.3);
    expect(Number(spent)).toBeLessThan(5);
  });
});
