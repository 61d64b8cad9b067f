import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { poll } from '../../../src/embedded/poll';
import { processIdentity } from '../../../src/embedded/process-info';
import { isPortOpen } from '../../../src/embedded/ports';
import { platformEnvironment } from '../../support/processes';
import { RunningPlatform, type ChildName } from '../../support/running-platform';

jest.setTimeout(180_000);

const READY = /Ready on http:\/\/localhost:\d+/;
const GENERATED = /admin@nairaproxy\.local {3}(\S+-\S+-\S+-\S+)\n/;

describe('Platform', () => {
  let env: NodeJS.ProcessEnv;
  const running: RunningPlatform[] = [];

  function launch(extra: NodeJS.ProcessEnv = {}): RunningPlatform {
    const script = join(__dirname, '../../support/stubs/start');
    const all = { ...env, ...extra };
    const platform = RunningPlatform.spawn(['--import', 'tsx', script], all, all.DATA_DIR ?? '');
    running.push(platform);
    return platform;
  }

  async function start(extra: NodeJS.ProcessEnv = {}): Promise<RunningPlatform> {
    const platform = launch(extra);
    await platform.waitUntilReady();
    return platform;
  }

  const portsClosed = async () => {
    const ports = [env.PORT, env.GATEWAY_HTTP_PORT, env.GATEWAY_SOCKS_PORT, env.POSTGRES_PORT];
    return (await Promise.all(ports.map((port) => isPortOpen(Number(port))))).every(
      (open) => !open,
    );
  };

  beforeEach(async () => {
    env = await platformEnvironment({ env: { ADMIN_PASSWORD: '' } });
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((platform) => platform.stop()));
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
  });

  it('prints one block with every address and the generated password, once', async () => {
    const first = await start();
    expect(first.output).toMatch(READY);
    expect(first.output).toContain(`/api/docs`);
    expect(first.output).toContain(`/sandbox/inbox`);
    expect(first.output).toContain(`HTTP localhost:${env.GATEWAY_HTTP_PORT}`);
    expect(first.output).toMatch(GENERATED);
    expect(await first.stop()).toBe('status 0');
    const second = await start({ ADMIN_EXISTS: 'true' });
    expect(second.output).toContain('password as set at first start');
    expect(second.output).not.toMatch(GENERATED);
  });

  it('shows the same password again when the first start was killed before it showed it', async () => {
    const killed = launch({ CRASHING_WORKER: 'yes' });
    const kept = () =>
      readFile(join(env.DATA_DIR ?? '', 'admin-password'), 'utf8').catch(() => undefined);
    const password = await poll(kept, 20_000);
    await killed.stop('SIGKILL');
    const next = await start({ ADMIN_EXISTS: 'true' });
    expect(GENERATED.exec(next.output)?.[1]).toBe(password?.trim());
    // The password file is deleted shortly after the banner.
    const forgotten = async () =>
      (await kept())?.includes(password?.trim() ?? '') ? undefined : true;
    expect(await poll(forgotten, 30_000)).toBe(true);
  });

  it('restricts the data folder to its owner and keeps the key across starts', async () => {
    await (await start()).stop();
    const folder = env.DATA_DIR ?? '';
    const key = await readFile(join(folder, 'app.key'), 'utf8');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, 'app.key'))).mode & 0o777).toBe(0o600);
    await (await start()).stop();
    expect(await readFile(join(folder, 'app.key'), 'utf8')).toBe(key);
  });

  it('rejects a concurrent start with the process id of the first, which keeps running', async () => {
    const first = await start();
    const second = launch();
    expect(await second.waitUntilEnded()).toBe('status 1');
    expect(second.output).toContain(`(process ${await first.getPid('supervisor')})`);
    expect(first.ended).toBeUndefined();
    expect(await first.stop()).toBe('status 0');
    expect(await portsClosed()).toBe(true);
  });

  it('stops everything on Ctrl-C, also in the middle of a start', async () => {
    const early = launch();
    await poll(() => stat(join(env.DATA_DIR ?? '', 'postgres')).catch(() => undefined), 20_000);
    expect(await early.stop()).toBe('status 0');
    expect(await portsClosed()).toBe(true);
    const late = await start();
    expect(await late.stop()).toBe('status 0');
    expect(await portsClosed()).toBe(true);
  });

  it.each<ChildName>(['api', 'worker', 'gateway'])(
    'starts %s again after kill -9',
    async (name) => {
      const platform = await start();
      const before = await platform.kill9(name);
      const fresh = async () => {
        const pid = await platform.getPid(name);
        return pid !== undefined && pid !== before && processIdentity(pid) !== undefined;
      };
      expect(await poll(fresh, 30_000)).toBe(true);
      const isReported = () => platform.output.includes(`${name} ended (SIGKILL)`);
      expect(await poll(isReported, 10_000)).toBe(true);
    },
  );

  it('restarts the three processes on a reload and keeps PostgreSQL running', async () => {
    const platform = await start();
    const names = ['postgres', 'api', 'worker', 'gateway'] as const;
    const pids = () => Promise.all(names.map((name) => platform.getPid(name)));
    const [postgres, ...before] = await pids();
    platform.reload();
    platform.reload();
    const twice = () => platform.output.split('Ready again.').length === 3;
    await poll(twice, 60_000);
    expect(platform.output).toMatch(/Ready again\.[^]*Ready again\./);
    const [samePostgres, ...after] = await pids();
    expect(samePostgres).toBe(postgres);
    expect(after.filter((pid) => pid === undefined || before.includes(pid))).toEqual([]);
    expect(platform.output).not.toContain('starting it again');
  });

  it('carries out a reload that arrives during the start once it is ready', async () => {
    const platform = launch();
    await poll(() => platform.output.includes('Starting the platform…'), 60_000);
    platform.reload();
    await platform.waitUntilReady();
    await poll(() => platform.output.includes('Ready again.'), 60_000);
    expect(platform.output).toMatch(/Ready on [^]*Reloading the platform…\nReady again\./);
  });

  it('starts PostgreSQL again after kill -9', async () => {
    const platform = await start();
    const password = await readFile(join(env.DATA_DIR ?? '', 'postgres.password'), 'utf8');
    await platform.kill9('postgres');
    const url = `postgres://app:${password.trim()}@127.0.0.1:${env.POSTGRES_PORT}/nairaproxy`;
    const connects = async () => {
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    };
    expect(await poll(connects, 30_000)).toBe(true);
    expect(platform.ended).toBeUndefined();
  });

  it('recovers after kill -9 of itself, even with a hanging child', async () => {
    const killed = await start({ STUBBORN: 'yes' });
    const worker = (await killed.getPid('worker')) ?? 0;
    await killed.stop('SIGKILL');
    expect(processIdentity(worker)).toBeDefined();
    const next = await start();
    expect(processIdentity(worker)).toBeUndefined();
    expect(await next.stop()).toBe('status 0');
  });

  it('replaces a lock file that a crash left half-written', async () => {
    await writeFile(join(env.DATA_DIR ?? '', 'start.lock'), '{"pid":');
    expect((await start()).output).toMatch(READY);
  });

  it.each(['PORT', 'GATEWAY_HTTP_PORT', 'GATEWAY_SOCKS_PORT', 'POSTGRES_PORT'])(
    'names %s when its port is taken',
    async (variable) => {
      const other = createServer().listen(Number(env[variable]), '127.0.0.1');
      await new Promise((resolve) => other.once('listening', resolve));
      try {
        const platform = launch();
        expect(await platform.waitUntilEnded()).toBe('status 1');
        expect(platform.output).toMatch(
          new RegExp(`Port ${env[variable]} is taken by another program.*set ${variable} `),
        );
      } finally {
        other.close();
      }
    },
  );

  it('fails when a process cannot start, showing its last lines and log path', async () => {
    const platform = launch({ CRASHING_WORKER: 'yes' });
    expect(await platform.waitUntilEnded()).toBe('status 1');
    expect(platform.output).toContain('The worker process ended again and again');
    expect(platform.output).toContain('worker.log');
    expect(platform.output).toContain('the worker cannot work');
    expect(await portsClosed()).toBe(true);
  });

  it('names the invalid variable', async () => {
    const platform = launch({ PORT: 'often' });
    expect(await platform.waitUntilEnded()).toBe('status 1');
    expect(platform.output).toContain('PORT');
  });
});
