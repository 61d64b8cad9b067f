import { AppConfig } from '../../../src/config/app-config';
import { grantGatewayRole } from '../../../src/gateway/gateway-role';
import { GatewayProcess } from '../../../src/gateway/process/gateway-process';
import { insertSoldProxy } from '../../support/sold-proxy';
import { AdminTestApp, type TestUser } from '../admin/admin-test-app';
import { silent, testConfig, toDigest } from './fixtures';
import { eventually, RawClient, socksAuth, socksGreeting, socksV4 } from './raw-client';

const RELAYS = 0;
const NOT_SUPPORTED = 7;
const role = `udp_${process.pid}`;

describe('The UDP switch of the back office', () => {
  let app: AdminTestApp;
  let admin: TestUser;
  let running: GatewayProcess[] = [];
  const connections: RawClient[] = [];

  beforeAll(async () => {
    app = await AdminTestApp.open();
    admin = await app.createUser('admin');
    await grantGatewayRole(app.app.get(AppConfig).database.url, role);
    await app.sql(`CREATE ROLE ${role}_login LOGIN PASSWORD 'secret' IN ROLE ${role}`);
    await app.sql(
      `INSERT INTO exit_node (kind, country, leave, local_address, simulated)
       VALUES ('mobile', 'ng', 'local', '127.10.0.1', true)`,
    );
  });
  afterAll(async () => {
    connections.forEach((connection) => connection.destroy());
    await Promise.all(running.map((gateway) => gateway.stopNow()));
    running = [];
    await app.sql(`DROP OWNED BY ${role}`);
    await app.sql(`DROP ROLE ${role}_login, ${role}`);
    await app.close();
  });

  /** A gateway that logs in to the database with the rights of gateways only. */
  const start = async (id: string) => {
    const url = new URL(app.app.get(AppConfig).database.url);
    [url.username, url.password] = [`${role}_login`, 'secret'];
    const config = await testConfig({ DATABASE_URL: url.href, GATEWAY_ID: id });
    const gateway = new GatewayProcess(config, silent, { options: { drainMs: 0 } });
    await gateway.start();
    running.push(gateway);
    return config;
  };
  const save = (body: object) => app.call(admin, 'PUT', '/admin/system/settings', body);
  const associate = async ({ gateway }: AppConfig) => {
    const control = await RawClient.open(gateway.socksPort);
    connections.push(control);
    control.write([...socksGreeting, ...socksAuth('user1'), ...socksV4('0.0.0.0', 0, 3)]);
    const reply = (await control.read(14))[5];
    return { control, reply };
  };
  const replies = async (gateways: AppConfig[]) =>
    (await Promise.all(gateways.map(associate))).map(({ control, reply }) => {
      control.destroy();
      return reply;
    });
  const eventuallyReply = (gateways: AppConfig[], reply: number) =>
    eventually(
      async () => (await replies(gateways)).every((one) => one === reply),
      `every gateway replies ${reply}`,
    );

  it('reaches every gateway, ends what is open, and is audited', async () => {
    const gateways = await Promise.all(['one', 'two'].map(start));
    await insertSoldProxy((...query) => app.sql(...query), {
      ...{ username: 'user1', digest: toDigest(gateways[0]!) },
      columns: { type: 'mobile_ipv4', protocol: 'socks5' },
    });
    expect(await replies(gateways)).toEqual([NOT_SUPPORTED, NOT_SUPPORTED]);

    expect((await save({ udpMobile: true })).status).toBe(200);
    await eventuallyReply(gateways, RELAYS);
    const open = await Promise.all(gateways.map(associate));
    expect((await save({ udpMobile: false })).status).toBe(200);
    await Promise.all(open.map(({ control }) => control.readToEnd()));
    await eventuallyReply(gateways, NOT_SUPPORTED);

    const rows = await app.sql<{ changes: object }>(
      `SELECT changes FROM audit_log WHERE action = 'settings.changed' ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { changes: { before: { udpMobile: false }, after: { udpMobile: true } } },
      { changes: { before: { udpMobile: true }, after: { udpMobile: false } } },
    ]);

    // A notification that is lost: the switch is found by reading again.
    await app.sql('ALTER TABLE setting DISABLE TRIGGER ALL');
    await save({ udpMobile: true });
    await eventuallyReply(gateways, RELAYS);
  });

  it('is read by gateways that may not read the settings', async () => {
    await save({ siteName: 'Quiet', udpDatacenter: true, udpMobile: true });
    const kinds = await app.sql<{ kind: string }>('SELECT kind FROM gateway_udp_kind ORDER BY 1');
    expect(kinds.map(({ kind }) => kind)).toEqual(['datacenter', 'mobile']);
    const [rights] = await app.sql<{ view: boolean; table: boolean }>(
      `SELECT has_table_privilege($1, 'gateway_udp_kind', 'SELECT') AS view,
              has_any_column_privilege($1, 'setting', 'SELECT') AS "table"`,
      [role],
    );
    expect(rights).toEqual({ view: true, table: false });
  });
});
