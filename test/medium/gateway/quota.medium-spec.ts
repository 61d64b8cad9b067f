import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { PgFaultProxy } from '../../support/pg-fault-proxy';
import { download, type Download, SpawnedGateway } from '../../support/spawned-gateway';
import { APP_KEY } from './fixtures';
import { GatewayTables } from './gateway-tables';
import { basic } from './raw-client';

const MIB = 1024 * 1024;

describe('Quotas and usage of several gateways', () => {
  let tables: GatewayTables;
  let hose: Server;
  let hosePort: number;
  let dataDir: string;
  let running: SpawnedGateway[] = [];

  beforeAll(async () => {
    tables = await GatewayTables.open();
    // Sends an endless stream after the first bytes.
    hose = createServer((socket) => {
      const piece = Buffer.alloc(65_536, 'w');
      const pour = () => {
        while (socket.writable && socket.write(piece));
      };
      socket.on('drain', pour).on('error', () => undefined);
      socket.once('data', pour);
    }).listen(0, '127.0.0.1');
    await once(hose, 'listening');
    hosePort = (hose.address() as AddressInfo).port;
  });
  beforeEach(async () => {
    await tables.clear();
    await tables.addExit();
    dataDir = await mkdtemp(join(tmpdir(), 'gateway-spool-'));
  });
  afterEach(async () => {
    await Promise.all(running.map((one) => one.dispose()));
    running = [];
    await rm(dataDir, { recursive: true, force: true });
  });
  afterAll(async () => {
    hose.close();
    await tables.close();
  });

  const start = async (env: Record<string, string> = {}) => {
    const gateway = await SpawnedGateway.spawn({
      APP_KEY,
      DATABASE_URL: tables.url,
      ORIGIN_PORT: String(hosePort),
      DATA_DIR: dataDir,
      ...env,
    });
    running.push(gateway);
    await gateway.untilHealth('200');
    return gateway;
  };
  const tunnel = async (gateway: SpawnedGateway): Promise<Download> => {
    const opened = await download(gateway.ports.http, hosePort, basic());
    if (typeof opened === 'string') throw new Error(opened);
    return opened;
  };
  const addAccount = (limit: number | null) =>
    tables.addProxy(loadConfig({ APP_KEY }), { limit_bytes: limit });

  it('spends one quota from three gateways at once, to the byte', async () => {
    const limit = 60 * MIB;
    const id = await addAccount(limit);
    const gateways = await Promise.all(['a', 'b', 'c'].map((name) => start({ GATEWAY_ID: name })));
    const tunnels = await Promise.all([...gateways, ...gateways].map(tunnel));
    const received = await Promise.all(tunnels.map((one) => one.done.catch(() => one.received)));
    const total = received.reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeLessThanOrEqual(limit);
    // Each gateway had a part of it.
    for (const index of [0, 1, 2])
      expect(received[index]! + received[index + 3]!).toBeGreaterThan(0);
    const isSpent = async () => (await tables.stored(id))?.bytes === limit;
    expect(await poll(isSpent, 15_000, 50)).toBe(true);
    expect(total).toBeGreaterThan(limit - 3 * 65_536);
    for (const gateway of gateways)
      expect(await download(gateway.ports.http, hosePort, basic())).toContain('402');
    expect((await tables.stored(id))?.hours).toBe(limit);
  });

  it('loses at most 8 MiB when it is killed while the database is frozen, and saves the rest once', async () => {
    const id = await addAccount(null);
    const database = await PgFaultProxy.start(tables.url);
    try {
      const gateway = await start({ DATABASE_URL: database.url });
      const client = await tunnel(gateway);
      expect(await poll(() => client.received > 20 * MIB, 20_000, 10)).toBe(true);
      database.freeze();
      await sleep(3_000);
      gateway.process.kill('SIGKILL');
      await client.done.catch(() => undefined);
      expect(client.received).toBeGreaterThan(60 * MIB);
      const saved = async () => (await tables.stored(id))?.bytes ?? 0;
      expect(await saved()).toBeLessThan(client.received - 8 * MIB);
      const isReplayed = async () => (await saved()) >= client.received - 8 * MIB;
      await start();
      expect(await poll(isReplayed, 15_000, 50)).toBe(true);
      expect(
        await poll(
          async () => (await readdir(join(dataDir, 'gateway-spool'))).length === 0,
          15_000,
          50,
        ),
      ).toBe(true);
      const once = await saved();
      // What had been read from the target and not yet delivered counts as well.
      expect(once).toBeLessThan(client.received + 16 * MIB);
      await start();
      await sleep(500);
      expect(await saved()).toBe(once);
    } finally {
      database.close();
    }
  });
});
