import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { poll } from '../../../src/embedded/poll';
import { ensureBuilt } from '../../support/built-server';
import { freePorts } from '../../support/ports';
import {
  APP_KEY,
  MemoryCredentials,
  MemoryExits,
  MemoryUsage,
  silent,
  testConfig,
} from './fixtures';
import { GatewayTables } from './gateway-tables';
import { RawClient, eventually } from './raw-client';
import type { ProxyKind } from '../../../src/gateway/auth/credential';
import { Gateway } from '../../../src/gateway/gateway';

const ROOT = join(__dirname, '../../..');

describe('Gateway process', () => {
  let tables: GatewayTables;
  let child: ChildProcess | undefined;
  beforeAll(async () => {
    await ensureBuilt();
    tables = await GatewayTables.open();
    await tables.addExit();
  });
  afterEach(() => child?.kill('SIGKILL'));
  afterAll(() => tables.close());

  /** Runs dist/gateway.js; `output` is both streams so far. */
  function run(env: Record<string, string>) {
    const process_ = spawn(process.execPath, ['dist/gateway.js'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', APP_KEY, DATABASE_URL: tables.url, ...env },
    });
    child = process_;
    const state = { output: '' };
    process_.stdout.on('data', (chunk) => (state.output += String(chunk)));
    process_.stderr.on('data', (chunk) => (state.output += String(chunk)));
    const ended = new Promise<number | null>((resolve) => process_.once('close', resolve));
    return { process: process_, state, ended };
  }

  it('names the occupied port and its variable, without a stack trace', async () => {
    const [taken = 0, free = 0] = await freePorts(2);
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(taken, '127.0.0.1', resolve));
    try {
      const { state, ended } = run({
        GATEWAY_HTTP_PORT: String(free),
        GATEWAY_SOCKS_PORT: String(taken),
      });
      expect(await ended).toBe(1);
      expect(state.output).toBe(
        `The gateway cannot listen: port ${taken} on 127.0.0.1 is used by another program. ` +
          'Stop it, or choose another port with GATEWAY_SOCKS_PORT.\n',
      );
    } finally {
      blocker.close();
    }
  });

  it('reports an occupied metrics port', async () => {
    const [http = 0, socks = 0, taken = 0] = await freePorts(3);
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(taken, '127.0.0.1', resolve));
    try {
      const { state, ended } = run({
        GATEWAY_HTTP_PORT: String(http),
        GATEWAY_SOCKS_PORT: String(socks),
        METRICS_PORT: String(taken),
      });
      expect(await ended).toBe(1);
      expect(state.output).toMatch(/^Metrics cannot be served on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/);
      expect(state.output).not.toContain('    at ');
    } finally {
      blocker.close();
    }
  });

  it('names an invalid variable', async () => {
    const { state, ended } = run({ GATEWAY_HTTP_PORT: 'many' });
    expect(await ended).toBe(1);
    expect(state.output).toMatch(/^The configuration is not usable:\n {2}GATEWAY_HTTP_PORT: /);
    expect(state.output).not.toContain('    at ');
  });

  it('tells why it is not ready', async () => {
    const [http = 0, socks = 0, metrics = 0] = await freePorts(3);
    await tables.admin.query('ALTER VIEW gateway_exit RENAME COLUMN weight TO weighs');
    run({
      APP_KEY: '',
      GATEWAY_HTTP_PORT: String(http),
      GATEWAY_SOCKS_PORT: String(socks),
      METRICS_PORT: String(metrics),
    });
    const reasons = async () => {
      const response = await fetch(`http://127.0.0.1:${metrics}/health/ready`);
      const { reasons: list = [] } = (await response.json()) as {
        reasons?: { code: string; message: string }[];
      };
      return [response.status, ...list.map(({ code }) => code)].join(' ');
    };
    const settled = (expected: string) =>
      poll(async () => (await reasons().catch(() => '')) === expected, 45_000, 100);
    try {
      expect(await settled('503 key_missing schema_mismatch exits_not_loaded')).toBe(true);
      const response = await fetch(`http://127.0.0.1:${metrics}/health/ready`);
      expect(await response.text()).toContain('column \\"weight\\" does not exist');
      expect((await fetch(`http://127.0.0.1:${metrics}/health/live`)).status).toBe(200);
    } finally {
      await tables.admin.query('ALTER VIEW gateway_exit RENAME COLUMN weighs TO weight');
    }
    expect(await settled('503 key_missing')).toBe(true);
    await tables.admin.query('UPDATE exit_node SET enabled = false');
    expect(await settled('503 key_missing no_exits')).toBe(true);
    await tables.admin.query('UPDATE exit_node SET enabled = true');
    expect(await settled('503 key_missing')).toBe(true);
  });

  it('serves health and metrics and exits cleanly on SIGTERM', async () => {
    const [http = 0, socks = 0, metrics = 0] = await freePorts(3);
    const gateway = run({
      GATEWAY_HTTP_PORT: String(http),
      GATEWAY_SOCKS_PORT: String(socks),
      METRICS_PORT: String(metrics),
    });
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${metrics}${path}`);
      return `${response.status} ${await response.text()}`;
    };
    const ready = async () => (await get('/health/ready').catch(() => '')).startsWith('200');
    if (!(await poll(ready, 45_000))) throw new Error(gateway.state.output);
    const client = await RawClient.open(http);
    client.write('GET / HTTP/1.1\r\n\r\n');
    expect(await client.readUntil('}')).toContain('BAD_REQUEST');
    const text = await get('/metrics');
    for (const name of [
      'gateway_rejections_total{reason="BAD_REQUEST"} 1',
      'gateway_sockets_open',
      'gateway_flush_age_seconds',
      'gateway_pool_waiting',
      'gateway_dial_seconds_bucket',
      'process_cpu_user_seconds_total',
    ])
      expect(text).toContain(name);
    gateway.process.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
    for (const line of gateway.state.output.trim().split('\n')) JSON.parse(line);
    client.destroy();
  });
});

describe('A gateway that starts', () => {
  // Before that, its process would not end in order at a signal.
  it('is not ready before its start is over, whatever it has read by then', async () => {
    const config = await testConfig();
    let release: (kinds: ProxyKind[]) => void = () => undefined;
    const held = new Promise<ProxyKind[]>((resolve) => (release = resolve));
    const exits = new MemoryExits();
    exits.put();
    const gateway = new Gateway(config, {
      credentials: new MemoryCredentials(config),
      exits,
      usage: new MemoryUsage(() => null),
      udpKinds: () => held,
      log: silent,
      options: { drainMs: 0, lameDuckMs: 0 },
    });
    const codes = () => gateway.notReady.map(({ code }) => code);
    const starting = gateway.start();
    try {
      await eventually(() => codes().length === 1, 'only the start itself is missing');
      release([]);
      await starting;
      expect(codes()).toEqual([]);
    } finally {
      release([]);
      await starting;
      await gateway.stop();
    }
  });
});
