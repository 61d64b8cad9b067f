import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { poll } from '../../src/embedded/poll';
import { isPortOpen } from '../../src/embedded/ports';
import { processIdentity } from '../../src/embedded/process-info';
import { launchPlatform, platformEnvironment } from '../support/processes';
import { runNode } from '../support/run-node';
import { RunningPlatform, type ChildName } from '../support/running-platform';

jest.setTimeout(180_000);

const CHILDREN: ChildName[] = ['api', 'worker', 'gateway', 'postgres'];

/** Multiple of `measureNodeStarts`: 10 s on a machine where that takes 0.25 s. */
const SHARE = 40;

/** Time to start Node four times, in milliseconds: calibrates the limit to the machine's load. */
async function measureNodeStarts(): Promise<number> {
  const from = Date.now();
  for (let start = 0; start < 4; start += 1) await runNode(['-e', '0']);
  return Date.now() - from;
}

describe('npm start', () => {
  let env: NodeJS.ProcessEnv;
  let platform: RunningPlatform;
  let password: string;

  const api = () => `http://localhost:${env.PORT}`;
  const healthy = () =>
    fetch(`${api()}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    );
  const proxies = async () =>
    (await isPortOpen(Number(env.GATEWAY_HTTP_PORT))) &&
    (await isPortOpen(Number(env.GATEWAY_SOCKS_PORT)));
  const pids = async () =>
    (await Promise.all(CHILDREN.map((name) => platform.getPid(name)))).map(Number);
  const openPorts = async () => {
    const names = [
      'PORT',
      'GATEWAY_HTTP_PORT',
      'GATEWAY_SOCKS_PORT',
      'POSTGRES_PORT',
      'METRICS_PORT',
    ];
    const open = await Promise.all(names.map((name) => isPortOpen(Number(env[name]))));
    return names.filter((_, index) => open[index]);
  };
  const signIn = () =>
    fetch(`${api()}/api/v1/auth/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: env.ADMIN_EMAIL, password }),
    });

  async function start(): Promise<void> {
    platform = launchPlatform(env);
    await platform.waitUntilReady();
  }

  beforeAll(async () => {
    // No password given: the first start makes one up.
    env = await platformEnvironment({ env: { ADMIN_PASSWORD: '' } });
    await start();
    password = /admin@nairaproxy\.local {3}(\S+)\n/.exec(platform.output)?.[1] ?? '';
  });

  afterAll(async () => {
    await platform.stop();
    await rm(env.DATA_DIR ?? '', { recursive: true, force: true });
  });

  it('prints every address in one block, and all of them respond', async () => {
    expect(platform.output).toContain(`Ready on ${api()}\n`);
    expect(await healthy()).toBe(true);
    expect(await proxies()).toBe(true);
    for (const path of ['docs', 'docs-json', 'docs/customer-json', 'docs/admin-json'])
      expect((await fetch(`${api()}/api/${path}`)).ok).toBe(true);
    expect((await fetch(`${api()}/sandbox/inbox`)).ok).toBe(true);
  });

  it('creates a back office account with the printed password', async () => {
    expect(password).toMatch(/^\S{20,}$/);
    expect((await signIn()).ok).toBe(true);
  });

  it('rejects a concurrent start and keeps the first running', async () => {
    const second = launchPlatform(env);
    expect(await second.waitUntilEnded()).toBe('status 1');
    expect(second.output).toContain(`process ${await platform.getPid('supervisor')}`);
    expect(await healthy()).toBe(true);
  });

  it('names the variable of an occupied port', async () => {
    const other = await platformEnvironment({});
    const squatter = createServer().listen(Number(other.PORT), '127.0.0.1');
    try {
      const second = launchPlatform(other);
      expect(await second.waitUntilEnded()).toBe('status 1');
      expect(second.output).toMatch(/Port \d+ is taken by another program.* set PORT /);
    } finally {
      squatter.close();
      await rm(other.DATA_DIR ?? '', { recursive: true, force: true });
    }
  });

  it.each(CHILDREN)('recovers after kill -9 of %s', async (name) => {
    const killed = await platform.kill9(name);
    const replaced = async () => {
      const pid = await platform.getPid(name);
      return pid !== undefined && pid !== killed && processIdentity(pid) !== undefined;
    };
    expect(await poll(replaced, 30_000)).toBe(true);
    expect(await poll(healthy, 30_000)).toBe(true);
    expect(await poll(proxies, 30_000)).toBe(true);
    expect((await signIn()).ok).toBe(true);
  });

  it('ends all children when it is killed, and the next start recovers', async () => {
    const before = await pids();
    await platform.stop('SIGKILL');
    const gone = () => before.every((pid) => processIdentity(pid) === undefined);
    expect(await poll(gone, 30_000)).toBe(true);
    await start();
    expect((await signIn()).ok).toBe(true);
  });

  it('stops everything on Ctrl-C and restarts within ten seconds with its data', async () => {
    const before = await pids();
    const pace = await measureNodeStarts();
    const stoppedAt = Date.now();
    expect(await platform.stop('SIGINT')).toBe('status 0');
    expect(Date.now() - stoppedAt).toBeLessThan(Math.max(12_000, SHARE * pace));
    expect(before.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
    expect(await openPorts()).toEqual([]);

    const startedAt = Date.now();
    await start();
    const took = Date.now() - startedAt;
    const slowest = Math.max(pace, await measureNodeStarts());
    expect(took).toBeLessThan(Math.max(10_000, SHARE * slowest));
    expect(platform.output).toContain('password as set at first start');
    expect((await signIn()).ok).toBe(true);
  });

  it('ends with its npm parent process, however that ends', async () => {
    await platform.stop();
    const script = join(__dirname, '../../scripts/start.mjs');
    platform = RunningPlatform.spawn([script], env, env.DATA_DIR ?? '');
    await platform.waitUntilReady();
    const before = await pids();
    await platform.stop('SIGKILL');
    expect(await poll(async () => (await openPorts()).length === 0, 30_000)).toBe(true);
    expect(before.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
    platform = RunningPlatform.spawn([script], env, env.DATA_DIR ?? '');
    await platform.waitUntilReady();
    expect(await platform.stop('SIGTERM')).toBe('status 0');
    expect(await openPorts()).toEqual([]);
  });
});
