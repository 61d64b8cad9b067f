import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../src/config/app-config';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { download, SpawnedGateway, startSlowOrigin } from '../support/spawned-gateway';
import { Client } from 'pg';

const APP_KEY = 'a-key-for-the-rehearsal-of-restarts';
const PROCESSES = 3;
const RESTARTS = 3;
const DOWNLOADS = 60;
const AUTHORIZATION = `Proxy-Authorization: Basic ${Buffer.from('user1:secret').toString('base64')}\r\n`;

jest.setTimeout(600_000);

describe('Releases under load', () => {
  let database: TestDatabase;
  let sql: Client;
  let gateway: SpawnedGateway;
  let origin: Awaited<ReturnType<typeof startSlowOrigin>>;

  beforeAll(async () => {
    database = await createTestDatabase();
    sql = new Client({ connectionString: database.url });
    await sql.connect();
    const digest = createHmac('sha256', loadConfig({ APP_KEY }).key('proxy-credential'));
    await sql.query(
      `INSERT INTO exit_node (kind, country, leave, local_address, simulated)
       VALUES ('residential', 'ng', 'local', '127.10.0.1', true)`,
    );
    // Of no order.
    await sql.query('SET session_replication_role = replica');
    await sql.query(
      `INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
         password_digest, password_encrypted, country, ttl_minutes, session_id, price_kobo, expires_at)
       VALUES (gen_random_uuid(), 1, 1, 'one', 'residential_ipv4', 'http', 'localhost', 3128, 1080, 'user1',
         $1, '', 'zz', 0, 'main', 1, now() + interval '1 day')`,
      [digest.update('secret').digest()],
    );
    await sql.query('SET session_replication_role = origin');
    origin = await startSlowOrigin(300, 100);
  });
  afterAll(async () => {
    await gateway.dispose();
    origin.close();
    await sql.end();
    await database.dispose();
  });

  it('should cut no download of 30 seconds, refuse nobody and count every byte', async () => {
    gateway = await SpawnedGateway.spawn({
      APP_KEY,
      DATABASE_URL: database.url,
      ORIGIN_PORT: String(origin.port),
      GATEWAY_PROCESSES: String(PROCESSES),
      GATEWAY_MAX_CONNECTIONS_PER_PROXY: '1000',
    });
    await gateway.untilHealth('200');
    const running: Promise<number>[] = [];
    let refusals: string[] = [];
    const begin = async () => {
      const one = await download(gateway.ports.http, origin.port, AUTHORIZATION);
      if (typeof one === 'string') refusals = [...refusals, one];
      else running.push(one.done);
    };
    for (let restart = 0; restart < RESTARTS; restart++) {
      for (let i = 0; i < DOWNLOADS / RESTARTS; i++) {
        await begin();
        // The first half begins before the release, the second while it is under way.
        if (i === DOWNLOADS / RESTARTS / 2) gateway.process.kill('SIGUSR2');
        if (i > DOWNLOADS / RESTARTS / 2) await sleep(400);
      }
    }
    expect(refusals).toEqual([]);
    expect(await Promise.all(running)).toEqual(Array(DOWNLOADS).fill(origin.bytes));
    gateway.process.kill('SIGTERM');
    expect(await gateway.ended).toBe(0);
    const { rows } = await sql.query<{ bytes: string }>(
      'SELECT bytes_up + bytes_down AS bytes FROM gateway_meter',
    );
    expect(Number(rows[0]?.bytes)).toBe(DOWNLOADS * (origin.bytes + 'go'.length));
  });
});
