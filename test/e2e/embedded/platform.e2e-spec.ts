import { readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { poll } from '../../../src/embedded/poll';
import { processIdentity } from '../../../src/embedded/process-info';
import { isPortOpen } from '../../../src/embedded/ports';
import { copyCluster } from '../../support/prepared-data';
import { platformEnvironment } from '../../support/processes';
import { inRepo } from '../../support/repo';
import { RunningPlatform, type ChildName } from '../../support/running-platform';

jest.setTimeout(180_000);

const READY = /Ready on http:\/\/localhost:\d+/;
const GENERATED = /admin@nairaproxy\.local {3}(\S+-\S+-\S+-\S+)\n/;

describe('Platform', () => {
  let env: NodeJS.ProcessEnv;
  const running: RunningPlatform[] = [];

  /** A data folder with a cluster, and no key, password or lock. */
  async function open(): Promise<void> {
    env = await platformEnvironment({ env: { ADMIN_PASSWORD: '' } });
    await copyCluster(env.DATA_DIR ?? '');
  }

  async function close(): Promise<void> {
    await Promise.all(running.splice(0).map((platform) => platform.stop()));
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
  }

  const inFolder = (name: string) => join(env.DATA_DIR ?? '', name);

  function launch(extra: NodeJS.ProcessEnv = {}): RunningPlatform {
    const script = inRepo('test/support/stubs/start.cjs');
    const all = { ...env, ...extra };
    const platform = RunningPlatform.spawn([script], all, all.DATA_DIR ?? '');
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

  describe('started twice', () => {
    beforeAll(open);
    afterAll(close);

    it('prints one block with every address and the generated password, once', async () => {
      const first = await start();
      expect(first.output).toMatch(READY);
      expect(first.output).toContain(`/api/docs`);
      expect(first.output).toContain(`/sandbox/inbox`);
      expect(first.output).toContain(`HTTP localhost:${env.GATEWAY_HTTP_PORT}`);
      expect(first.output).toMatch(GENERATED);
      const key = await readFile(inFolder('app.key'), 'utf8');
      expect(await first.stop()).toBe('status 0');
      expect(await portsClosed()).toBe(true);

      const second = await start({ ADMIN_EXISTS: 'true' });
      expect(second.output).toContain('password as set at first start');
      expect(second.output).not.toMatch(GENERATED);
      expect(await readFile(inFolder('app.key'), 'utf8')).toBe(key);
    });

    it('restricts the data folder to its owner', async () => {
      expect((await stat(env.DATA_DIR ?? '')).mode & 0o777).toBe(0o700);
      expect((await stat(inFolder('app.key'))).mode & 0o777).toBe(0o600);
    });
  });

  describe('while it runs', () => {
    let platform: RunningPlatform;

    beforeAll(async () => {
      await open();
      platform = await start();
    });
    afterAll(close);

    it('rejects a concurrent start with its process id', async () => {
      const second = launch();
      expect(await second.waitUntilEnded()).toBe('status 1');
      expect(second.output).toContain(`(process ${await platform.getPid('supervisor')})`);
      expect(platform.ended).toBeUndefined();
    });

    it('restarts the three processes on a reload and keeps PostgreSQL running', async () => {
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

    it.each<ChildName>(['api', 'worker', 'gateway'])(
      'starts %s again after kill -9',
      async (name) => {
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

    it('starts PostgreSQL again after kill -9', async () => {
      const password = await readFile(inFolder('postgres.password'), 'utf8');
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

    it('stops everything on Ctrl-C', async () => {
      expect(await platform.stop()).toBe('status 0');
      expect(await portsClosed()).toBe(true);
    });
  });

  describe('interrupted', () => {
    beforeEach(open);
    afterEach(close);

    it('shows the same password again when the first start was killed before it showed it', async () => {
      const killed = launch({ CRASHING_WORKER: 'yes' });
      const kept = () => readFile(inFolder('admin-password'), 'utf8').catch(() => undefined);
      const password = await poll(kept, 20_000);
      await killed.stop('SIGKILL');
      const next = await start({ ADMIN_EXISTS: 'true' });
      expect(GENERATED.exec(next.output)?.[1]).toBe(password?.trim());
      // The password file is deleted shortly after the banner.
      const forgotten = async () =>
        (await kept())?.includes(password?.trim() ?? '') ? undefined : true;
      expect(await poll(forgotten, 30_000)).toBe(true);
    });

    it('stops everything on Ctrl-C in the middle of a start', async () => {
      const early = launch();
      const lock = inFolder('postgres/postmaster.pid');
      await poll(() => stat(lock).catch(() => undefined), 20_000);
      expect(await early.stop()).toBe('status 0');
      expect(early.output).not.toMatch(READY);
      expect(await portsClosed()).toBe(true);
    });

    it('carries out a reload that arrives during the start once it is ready', async () => {
      const platform = launch();
      await poll(() => platform.output.includes('Starting the platform…'), 60_000);
      platform.reload();
      await platform.waitUntilReady();
      await poll(() => platform.output.includes('Ready again.'), 60_000);
      expect(platform.output).toMatch(/Ready on [^]*Reloading the platform…\nReady again\./);
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
  });

  describe('unable to start', () => {
    beforeAll(open);
    afterAll(close);

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

    it('shows the last lines and the log path of a process that cannot start', async () => {
      const platform = launch({ CRASHING_WORKER: 'yes' });
      expect(await platform.waitUntilEnded()).toBe('status 1');
      expect(platform.output).toContain('The worker process ended again and again');
      expect(platform.output).toContain('worker.log');
      expect(platform.output).toContain('the worker cannot work');
      expect(await portsClosed()).toBe(true);
    });
  });
});
