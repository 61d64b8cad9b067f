import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { poll } from '../../src/embedded/poll';
import { isPortOpen } from '../../src/embedded/ports';
import { processIdentity } from '../../src/embedded/process-info';
import { launchPlatform, platformEnvironment } from '../support/processes';
import { inRepo } from '../support/repo';
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

  async function startWithNpm(): Promise<void> {
    platform = RunningPlatform.spawn([inRepo('scripts/start.mjs')], env, env.DATA_DIR ?? '');
    await platform.waitUntilReady();
  }

  beforeAll(async () => {
    // From an empty data folder, without a password: the first start makes one up.
    env = await platformEnvironment({ env: { ADMIN_PASSWORD: '' } });
    platform = launchPlatform(env);
    await platform.waitUntilReady();
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

  it('starts its gateway again after kill -9', async () => {
    const killed = await platform.kill9('gateway');
    const replaced = async () => {
      const pid = await platform.getPid('gateway');
      return pid !== undefined && pid !== killed && processIdentity(pid) !== undefined;
    };
    expect(await poll(replaced, 30_000)).toBe(true);
    expect(await poll(proxies, 30_000)).toBe(true);
    expect(await healthy()).toBe(true);
  });

  it('ends all children when it is killed, and the next start recovers', async () => {
    const before = await pids();
    await platform.stop('SIGKILL');
    const gone = () => before.every((pid) => processIdentity(pid) === undefined);
    expect(await poll(gone, 30_000)).toBe(true);
    await startWithNpm();
    expect((await signIn()).ok).toBe(true);
  });

  it('stops everything when npm is told to, and restarts within ten seconds with its data', async () => {
    const before = await pids();
    const pace = await measureNodeStarts();
    const stoppedAt = Date.now();
    expect(await platform.stop('SIGTERM')).toBe('status 0');
    expect(Date.now() - stoppedAt).toBeLessThan(Math.max(12_000, SHARE * pace));
    expect(before.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
    expect(await openPorts()).toEqual([]);

    const startedAt = Date.now();
    await startWithNpm();
    const took = Date.now() - startedAt;
    const slowest = Math.max(pace, await measureNodeStarts());
    expect(took).toBeLessThan(Math.max(10_000, SHARE * slowest));
    expect(platform.output).toContain('password as set at first start');
    expect((await signIn()).ok).toBe(true);
  });

  it('ends with its npm parent process, even when that is killed', async () => {
    const before = await pids();
    await platform.stop('SIGKILL');
    expect(await poll(async () => (await openPorts()).length === 0, 30_000)).toBe(true);
    expect(before.filter((pid) => processIdentity(pid) !== undefined)).toEqual([]);
  });
});
