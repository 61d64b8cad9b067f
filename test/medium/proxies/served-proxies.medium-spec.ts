import { Client } from 'pg';
import { ProxyEndpointService } from '../../../src/proxies/proxy-endpoint.service';
import { ProxySettingsService } from '../../../src/proxies/proxy-settings.service';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { UsageSyncService } from '../../../src/proxies/usage/usage-sync.service';
import { addGateway } from '../../support/gateway-row';
import {
  useProxiesTestApp,
  datacenterRequest,
  poolRequest,
  catchErrorCode,
  countOutcomes,
} from './proxies-test-app';
import { createHmac } from 'node:crypto';
import type { Actor } from '../../../src/common/security/actor';
import { AppConfig } from '../../../src/config/app-config';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import {
  getAuditDetails,
  expireProxy,
  getOutcome,
  buyProxy,
  ACTIVE_STATE,
  getProxyState,
  REASON,
} from './lifecycle-helpers';

const app = useProxiesTestApp();

describe('What gateways serve of a proxy', () => {
  const buy = async () => {
    const actor = await app.createCustomer(20_000);
    const { proxies } = await app.orders.buyPool(actor, poolRequest());
    return { actor, id: proxies[0]!.id };
  };

  it('should hand out the host of a gateway that serves the proxy, and follow a moved address', async () => {
    const register = (row: Parameters<typeof addGateway>[1]) =>
      addGateway((sql, values) => app.sql(sql, values), row);
    const [exit] = await app.sql<{ id: number }>(
      `INSERT INTO exit_node (kind, country, leave, local_address) VALUES ('datacenter', 'li', 'local', '203.0.113.2')
       RETURNING id`,
    );
    await app.sql(
      `INSERT INTO stock_unit (exit_node_id, address) SELECT $1, unnest('{203.0.113.3,203.0.113.4}'::text[])`,
      [exit!.id],
    );
    const [a, b] = ['203.0.113.3', '203.0.113.4'];
    await register({ id: 'a', publicHost: 'a.test', addresses: [a!] });
    await register({ id: 'b', publicHost: 'b.test', addresses: [b!] });
    const customer = await app.createCustomer(5_000_000);
    const li = await app.getCountryId('li');
    await app.orders.buyDatacenter(customer, datacenterRequest(li, { quantity: 2 }));
    const pool = await app.orders.buyPool(customer, poolRequest({ country: 'gh' }));
    const endpoints = () =>
      app.sql<{ ip: string; host: string }>(
        `SELECT coalesce(ip, 'pool') AS ip, host FROM proxy WHERE user_id = $1 ORDER BY ip`,
        [customer.userId],
      );
    expect(pool.proxies).toMatchObject([{ host: 'a.test' }]);
    expect(await endpoints()).toEqual([
      { ip: a, host: 'a.test' },
      { ip: b, host: 'b.test' },
      // Simulated exits leave from any machine: the first by region and id.
      { ip: 'pool', host: 'a.test' },
    ]);

    const mover = app.module.get(ProxyEndpointService, { strict: false });
    expect(await mover.moveDue()).toBe(0);
    // Silent gateways keep their proxies until another one serves them.
    await register({ id: 'a', publicHost: 'a.test', addresses: [a!], silentFor: 300 });
    expect(await mover.moveDue()).toBe(0);
    await register({ id: 'c', publicHost: 'c.test', addresses: [a!] });
    // The same name in front of both: nothing changes for the customer.
    await register({ id: 'b', publicHost: 'b.test', addresses: [] });
    await register({ id: 'd', publicHost: 'b.test', addresses: [b!] });
    expect(await mover.moveDue()).toBe(1);
    expect(await mover.moveDue()).toBe(0);
    expect(await endpoints()).toEqual([
      { ip: a, host: 'c.test' },
      { ip: b, host: 'b.test' },
      { ip: 'pool', host: 'a.test' },
    ]);
    await app.sql('DELETE FROM gateway');
  });

  it('should keep the rotations of the 1,000 sessions rotated last', async () => {
    const { actor, id } = await buy();
    await app.sql(
      `INSERT INTO gateway_rotation (proxy_id, session, rotations, rotated_at)
       SELECT $1, 's' || i, 1, now() - make_interval(days => 1, secs => i) FROM generate_series(1, 1000) AS i`,
      [id],
    );
    const rotations = app.module.get(ProxySettingsService, { strict: false });
    for (const session of ['s1000', 'new']) await rotations.rotate(actor, id, session);
    const rows = await app.sql<{ session: string; rotations: number }>(
      `SELECT session, rotations FROM gateway_rotation WHERE proxy_id = $1 ORDER BY rotated_at DESC`,
      [id],
    );
    expect(rows).toHaveLength(1_000);
    expect(rows.slice(0, 3)).toEqual([
      { session: 'new', rotations: 1 },
      { session: 's1000', rotations: 2 },
      { session: 's1', rotations: 1 },
    ]);
    expect(rows.at(-1)).toMatchObject({ session: 's998' });
  });

  it('should tell the gateways of what they serve and of nothing else', async () => {
    const heard: string[] = [];
    const ear = new Client({ connectionString: app.database.url });
    await ear.connect();
    ear.on('notification', ({ payload = '' }) => heard.push(payload));
    await ear.query('LISTEN gateway_credential');
    /** What the gateways are told by some work: notifications of commits before it come with its answer. */
    const listen = async (work: Promise<unknown>) => {
      await work;
      await ear.query('SELECT 1');
      return heard.splice(0);
    };
    const { id, actor } = await buy();
    // Not of its coming to exist: such notices would make all purchases queue for one lock.
    expect(await listen(Promise.resolve())).toEqual([]);
    const lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    const told = [String(id)];
    const rotations = app.module.get(ProxySettingsService, { strict: false });
    expect(await listen(rotations.rotate(actor, id, null))).toEqual(told);
    expect(await listen(lifecycle.suspendOwn(actor, id))).toEqual(told);
    expect(await listen(lifecycle.resumeOwn(actor, id))).toEqual(told);
    expect(await listen(lifecycle.reissueOwnCredentials(actor, id))).toEqual(told);
    expect(await listen(app.orders.extend(actor, id, 'traffic', { gigabytes: 1 }))).toEqual(told);
    const labels = app.module.get(ProxySettingsService, { strict: false });
    expect(await listen(labels.changeLabels(actor, id, { note: 'Mine' }))).toEqual([]);
    await app.sql(`INSERT INTO gateway_meter (proxy_id, bytes_up) VALUES ($1, 5)`, [id]);
    expect(await listen(app.module.get(UsageSyncService, { strict: false }).sync())).toEqual([]);
    expect(await app.sql(`SELECT used_bytes FROM proxy WHERE id = $1`, [id])).toEqual([
      { used_bytes: '5' },
    ]);
    await ear.end();
  });
});

describe('ProxyLifecycleService', () => {
  let lifecycle: ProxyLifecycleService;
  let staff: Actor;

  beforeAll(async () => {
    lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    staff = { ...(await app.createCustomer()), name: 'Chief Admin', role: 'admin' };
  });

  describe('reissueCredentials', () => {
    const credentials = async (actor: Actor, id: number) => {
      const { username, password } = await app.module
        .get(ProxiesService, { strict: false })
        .get(actor, id);
      return { username, password };
    };
    /** What the gateways compare with, and whether it is of this password. */
    const atGateway = async (id: number, { password }: { password: string }) => {
      const [row] = await app.sql<{ username: string; password_digest: Buffer }>(
        `SELECT username, password_digest FROM gateway_credential WHERE proxy_id = $1`,
        [id],
      );
      const key = app.module.get(AppConfig).key('proxy-credential');
      const digest = createHmac('sha256', key).update(password).digest();
      return { username: row!.username, isOfPassword: digest.equals(row!.password_digest) };
    };
    const expectAtGateway = async (actor: Actor, id: number) => {
      const known = await credentials(actor, id);
      expect(await atGateway(id, known)).toEqual({ username: known.username, isOfPassword: true });
    };

    it('should replace the credentials that the gateways compare with, for owner and staff', async () => {
      const { actor, id, proxy } = await buyProxy(app);
      await lifecycle.reissueOwnCredentials(actor, id);
      const second = await credentials(actor, id);
      expect(second.username).not.toBe(proxy.username);
      expect(second.password).not.toBe(proxy.password);
      await lifecycle.reissueCredentials(staff, id, REASON);
      const third = await credentials(actor, id);
      expect(third.password).not.toBe(second.password);
      await expectAtGateway(actor, id);
      expect(await atGateway(id, second)).toMatchObject({ isOfPassword: false });
      expect(await getAuditDetails(app, 'proxy.credentials_reissued', `proxy:${id}`)).toEqual([
        `Ada Obi: New credentials for proxy ${id}, asked for by its owner`,
        `Chief Admin: New credentials for proxy ${id}: ${REASON}`,
      ]);
    });

    it('should refuse proxies of other customers, expired and suspended proxies', async () => {
      const { actor, id, proxy } = await buyProxy(app);
      const stranger = await app.createCustomer();
      expect(await catchErrorCode(lifecycle.reissueOwnCredentials(stranger, id))).toBe(
        'not_found PROXY_NOT_FOUND',
      );
      await lifecycle.suspend(staff, id, REASON);
      expect(await catchErrorCode(lifecycle.reissueOwnCredentials(actor, id))).toBe(
        'conflict PROXY_SUSPENDED',
      );
      await expireProxy(app, id);
      expect(await catchErrorCode(lifecycle.reissueOwnCredentials(actor, id))).toBe(
        'conflict PROXY_EXPIRED',
      );
      expect(await credentials(actor, id)).toEqual({
        username: proxy.username,
        password: proxy.password,
      });
      await expectAtGateway(actor, id);
    });

    it('should leave the password of the shop at the gateways under concurrent requests', async () => {
      const { actor, id } = await buyProxy(app);
      const asked = Array.from({ length: 6 }, () =>
        getOutcome(lifecycle.reissueOwnCredentials(actor, id)),
      );
      expect(countOutcomes(await Promise.all(asked))).toEqual({ done: 6 });
      await expectAtGateway(actor, id);
      expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
    });
  });
});
