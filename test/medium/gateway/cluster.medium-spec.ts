import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { poll } from '../../../src/embedded/poll';
import { loadConfig } from '../../../src/config/app-config';
import { KeyRing } from '../../../src/config/key-ring';
import { AllowedAddressSource } from '../../../src/gateway/access/address-access';
import { CommandStore } from '../../../src/gateway/process/connection-commands';
import { grantGatewayRole } from '../../../src/gateway/gateway-role';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import {
  download,
  SpawnedGateway,
  startSlowOrigin,
  type Download,
} from '../../support/spawned-gateway';
import { APP_KEY } from './fixtures';
import { GatewayTables } from './gateway-tables';
import { basic, RawClient } from './raw-client';

type SlowOrigin = Awaited<ReturnType<typeof startSlowOrigin>>;

const COMMAND = randomUUID();

describe('Gateway of two processes', () => {
  let tables: GatewayTables;
  let origin: SlowOrigin;
  let gateway: SpawnedGateway;
  let proxyId: number;

  beforeAll(async () => {
    tables = await GatewayTables.open();
    origin = await startSlowOrigin(80, 100);
  });
  beforeEach(async () => {
    await tables.clear();
    await tables.addExit();
    proxyId = await tables.addProxy(loadConfig({ APP_KEY }));
  });
  afterEach(() => gateway.dispose());
  afterAll(async () => {
    origin.close();
    await tables.close();
  });

  const start = async (env: Record<string, string> = {}) => {
    gateway = await SpawnedGateway.spawn({
      APP_KEY,
      DATABASE_URL: tables.url,
      ORIGIN_PORT: String(origin.port),
      GATEWAY_PROCESSES: '2',
      ...env,
    });
    await gateway.untilHealth('200');
    await poll(async () => (await gateway.metric('gateway_processes')) === 2, 30_000, 50);
  };
  const open = (port = origin.port) => download(gateway.ports.http, port, basic());
  const tunnel = async (port?: number): Promise<Download> => {
    const opened = await open(port);
    if (typeof opened === 'string') throw new Error(opened);
    return opened;
  };
  const refused = async () => (await fetchRefusal(gateway.ports.http)).includes('407');
  const rejections = () => gateway.metric('gateway_rejections_total{reason="AUTH_REQUIRED"}');
  /** The workers. */
  const pids = (): number[] => {
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(gateway.process.pid)]);
    const own = execFileSync('ps', ['-eo', 'pid=,args=']).toString();
    return children
      .toString()
      .trim()
      .split(/\s+/)
      .map(Number)
      .filter((pid) => new RegExp(`^\\s*${pid} .*gateway-entry`, 'm').test(own));
  };

  it('replaces its processes under load, without a cut, a refusal or a lost count', async () => {
    await start({ GATEWAY_DRAIN_SECONDS: '30' });
    const before = pids();
    const running = await Promise.all(Array.from({ length: 8 }, () => tunnel()));
    let [attempts, failures, isOver] = [0, 0, false];
    const load = (async () => {
      while (!isOver) {
        attempts++;
        if (!(await refused())) failures++;
      }
    })();
    gateway.process.kill('SIGUSR2');
    const areReplaced = async () => {
      const now = pids();
      const fresh = now.filter((pid) => !before.includes(pid));
      return fresh.length === 2 && (await gateway.metric('gateway_processes')) === 2;
    };
    expect(await poll(areReplaced, 40_000, 100)).toBe(true);
    running.push(await tunnel());
    expect(await Promise.all(running.map(({ done }) => done))).toEqual(Array(9).fill(origin.bytes));
    isOver = true;
    await load;
    expect(failures).toBe(0);
    expect(attempts).toBeGreaterThan(20);
    // The processes before end once their tunnels have; what they counted stays.
    const areGone = async () => pids().every((pid) => !before.includes(pid));
    expect(await poll(areGone, 20_000, 100)).toBe(true);
    expect(await rejections()).toBe(attempts);
    const isSaved = async () =>
      (await tables.stored(proxyId))?.bytes === 9 * (origin.bytes + 'go'.length);
    expect(await poll(isSaved, 10_000, 100)).toBe(true);
  });

  it('starts a killed process again while the others serve, and limits all of them together', async () => {
    await start({ GATEWAY_MAX_CONNECTIONS_PER_PROXY: '6' });
    const six = await Promise.all(Array.from({ length: 6 }, () => tunnel()));
    await sleep(500);
    const answers = await Promise.all(Array.from({ length: 12 }, () => open()));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 429 /);

    const [victim = 0, other] = pids();
    process.kill(victim, 'SIGKILL');
    let failures = 0;
    const isBack = async () => {
      if (!(await refused())) failures++;
      return (await gateway.metric('gateway_processes')) === 2;
    };
    // A connection that the killed process had just accepted is lost with it; every later one is served.
    await sleep(100);
    expect(await poll(isBack, 30_000, 20)).toBe(true);
    expect(failures).toBe(0);
    expect(await gateway.metric('gateway_process_crashes_total')).toBe(1);
    const now = pids();
    expect(now).toHaveLength(2);
    expect(now).toContain(other);
    expect(now).not.toContain(victim);
    // The places of its tunnels are free again.
    const lost = six.filter(({ socket }) => socket.destroyed).length;
    const again = await Promise.all(Array.from({ length: lost }, () => open()));
    for (const one of again) expect(typeof one).toBe('object');
    [...six, ...again].forEach((one) => typeof one === 'object' && one.socket.destroy());
  });

  it('drains all its processes on SIGTERM, and saves everything without its primary', async () => {
    // libuv reports a reset that it reads together with data as the end (the short cut of `uv__stream_io`).
    const silent = await startSlowOrigin(1, 60_000);
    await start({
      ORIGIN_PORT: String(silent.port),
      GATEWAY_LAME_DUCK_SECONDS: '1',
      GATEWAY_DRAIN_SECONDS: '2',
    });
    const early = await tunnel(silent.port);
    const startedAt = Date.now();
    gateway.process.kill('SIGTERM');
    await gateway.untilHealth('503 draining', 5_000);
    const late = await tunnel(silent.port);
    const isClosed = async () => (await open()) === 'closed';
    expect(await poll(isClosed, 10_000, 20)).toBe(true);
    expect(await gateway.health()).toBe('503 draining');
    expect([early, late].map(({ socket }) => socket.destroyed)).toEqual([false, false]);
    for (const { done } of [early, late]) await expect(done).rejects.toThrow('ECONNRESET');
    silent.close();
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(3_000);
    expect(await gateway.ended).toBe(0);
    for (const line of gateway.output.trim().split('\n').filter(Boolean)) JSON.parse(line);

    await start();
    const stored = (await tables.stored(proxyId))?.bytes ?? 0;
    const cut = await tunnel();
    await poll(() => Promise.resolve(cut.received > 0), 10_000, 20);
    const workers = pids();
    gateway.process.kill('SIGKILL');
    await cut.done.catch(() => undefined);
    const { received } = cut;
    const isSaved = async () =>
      ((await tables.stored(proxyId))?.bytes ?? 0) >= stored + received + 'go'.length;
    expect(await poll(isSaved, 15_000, 100)).toBe(true);
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    expect(await poll(() => Promise.resolve(!workers.some(isAlive)), 15_000, 100)).toBe(true);
  });

  it('runs on derived keys and a role that may do nothing else', async () => {
    const role = `gateway_${process.pid}`;
    const url = new URL(tables.url);
    [url.username, url.password] = [`${role}_login`, 'secret'];
    await grantGatewayRole(tables.url, role);
    await tables.admin.query(`CREATE ROLE ${role}_login LOGIN PASSWORD 'secret' IN ROLE ${role}`);
    const pool = new Pool({ connectionString: url.href, max: 1 });
    try {
      await start({
        APP_KEY: '',
        GATEWAY_KEYS: new KeyRing(APP_KEY).exportGatewayKeys(),
        DATABASE_URL: url.href,
      });
      await Promise.all(Array.from({ length: 4 }, () => tunnel()));
      const isSaved = async () => ((await tables.stored(proxyId))?.bytes ?? 0) > 50_000;
      expect(await poll(isSaved, 20_000, 20)).toBe(true);
      await new UsageStore(pool).forgetHolders(new Date(0));
      await tables.admin.query(
        `INSERT INTO gateway_command (id, proxy_id, kind, with_targets) VALUES ($1, $2, 'list', false)`,
        [COMMAND, proxyId],
      );
      const commands = new CommandStore(pool);
      expect(await commands.find(COMMAND)).toMatchObject({ proxyId });
      await commands.reply(COMMAND, 'test', { gateway: 'g', count: 0, connections: [] });
      const addresses = new AllowedAddressSource(pool);
      await addresses.prove({ address: '203.0.113.7', proxyId });
      await addresses.touch(['203.0.113.7']);
      await expect(
        pool.query(`INSERT INTO address_holder (address, user_id) VALUES ('203.0.113.7', 1)`),
      ).rejects.toThrow(/permission denied/);
      for (const secret of ['users', 'ledger_account', 'setting', 'proxy', 'exit_node'])
        await expect(pool.query(`SELECT * FROM ${secret}`)).rejects.toThrow(/permission denied/);
      await tables.admin.query(`REVOKE SELECT ON gateway_exit FROM ${role}`);
      await tables.admin.query(`NOTIFY gateway_exit`);
      await gateway.untilHealth('503 schema_mismatch');
    } finally {
      await pool.end();
      await gateway.dispose();
      await tables.admin.query(`DROP OWNED BY ${role}`);
      await tables.admin.query(`DROP ROLE ${role}_login, ${role}`);
    }
  });

  it('tells once that a port is taken', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
    const { port } = blocker.address() as { port: number };
    gateway = await SpawnedGateway.spawn({
      DATABASE_URL: tables.url,
      GATEWAY_PROCESSES: '2',
      GATEWAY_SOCKS_PORT: String(port),
    });
    expect(await gateway.ended).toBe(1);
    expect(gateway.output).toBe(
      `The gateway cannot listen: port ${port} on 127.0.0.1 is used by another program. ` +
        'Stop it, or choose another port with GATEWAY_SOCKS_PORT.\n',
    );
    blocker.close();
  });
});

/** The answer to a request without a password. */
async function fetchRefusal(port: number): Promise<string> {
  try {
    const client = await RawClient.open(port);
    client.write('CONNECT origin.test:80 HTTP/1.1\r\nHost: x\r\n\r\n');
    const answer = await client.readUntil('\r\n\r\n');
    client.destroy();
    return answer;
  } catch (error) {
    return String(error);
  }
}
