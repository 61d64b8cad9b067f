import { Client, Pool } from 'pg';
import type { Actor } from '../../../src/common/security/actor';
import { ChangeListener } from '../../../src/gateway/auth/change-listener';
import { poll } from '../../../src/embedded/poll';
import {
  COMMAND_CHANNEL,
  LISTENER_APPLICATION,
} from '../../../src/common/gateway/gateway-messages';
import { CommandStore } from '../../../src/gateway/process/connection-commands';
import { CredentialSource } from '../../../src/gateway/auth/credential';
import { ExitSource } from '../../../src/gateway/exits/exit-source';
import { CREDENTIAL_CHANNEL, EXIT_CHANNEL, Gateway } from '../../../src/gateway/gateway';
import { findDrained } from '../../../src/gateway/registry/gateway-registry';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { ExitsService } from '../../../src/catalog/exits/exits.service';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { type OwnedProxy, ProxiesService } from '../../../src/proxies/proxies.service';
import { LiveConnectionsService } from '../../../src/proxies/connections/live-connections.service';
import { ProxySettingsService } from '../../../src/proxies/proxy-settings.service';
import { APP_KEY, FakeNames, silent, testConfig } from '../gateway/fixtures';
import { startOrigin, type Origin } from '../gateway/origin';
import { basic, eventually, RawClient } from '../gateway/raw-client';
import { describeDiagnosis } from './diagnosis.suite';
import { createProxiesTestApp, poolRequest, type ProxiesTestApp } from './proxies-test-app';

/** Below the TTL of the gateway's credential cache. */
const WITHIN_MS = 20_000;

describe('Proxy lifecycle at the gateway', () => {
  let app: ProxiesTestApp;
  let lifecycle: ProxyLifecycleService;
  let staff: Actor;
  let origin: Origin;
  let port: number;
  let gateways: { gateway: Gateway; port: number; stop(): Promise<void> }[];

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    app = await createProxiesTestApp();
    lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    staff = { ...(await app.createCustomer()), role: 'admin' };
    origin = await startOrigin();
    gateways = [await startGateway('gateway-a'), await startGateway('gateway-b')];
    port = gateways[0]!.port;
  });
  afterAll(async () => {
    RawClient.destroyAll();
    await Promise.all(gateways.map((each) => each.stop()));
    await origin.close();
    await app.close();
  });

  async function startGateway(id: string) {
    const config = await testConfig({
      DATABASE_URL: app.database.url,
      GATEWAY_ID: id,
    });
    const pool = new Pool({ connectionString: app.database.url, max: 4 });
    const names = new FakeNames();
    names.names.set('origin.test', ['127.0.0.1']);
    const gateway = new Gateway(config, {
      credentials: new CredentialSource(pool),
      exits: new ExitSource(pool, config.key('secrets'), silent),
      usage: new UsageStore(pool),
      commands: new CommandStore(pool),
      drained: () => findDrained(pool, id),
      resolver: names,
      log: silent,
      allow: (_address, target) => target === origin.port,
      options: { drainMs: 0 },
    });
    let listening = false;
    const changes = new ChangeListener(
      { connectionString: app.database.url },
      [CREDENTIAL_CHANNEL, COMMAND_CHANNEL, EXIT_CHANNEL],
      {
        onChange: (channel, payload) => void gateway.onChange(channel, payload),
        onConnected: () => gateway.onNotifications((listening = true)),
        onDisconnected: () => gateway.onNotifications(false),
      },
      silent,
    );
    await gateway.start();
    changes.start();
    await eventually(() => listening, 'the gateway listens');
    return {
      gateway,
      port: config.gateway.httpPort,
      stop: async () => {
        await changes.stop();
        await gateway.stop();
        await pool.end();
      },
    };
  }

  const buy = async (over: Parameters<typeof poolRequest>[0] = {}) => {
    const actor = await app.createCustomer(100_000);
    const { proxies } = await app.orders.buyPool(actor, poolRequest(over));
    return { actor, proxy: await app.find(actor, proxies[0]!.id) };
  };
  const connect = async ({ username, password }: OwnedProxy, at = port) => {
    const client = await RawClient.open(at);
    client.write(
      `CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic(username, password)}\r\n`,
    );
    const head = await client.readUntil('\r\n\r\n');
    const reason = /X-Proxy-Error: (\w+)/.exec(head)?.[1];
    return { client, answer: head.split(' ')[1] + (reason ? ` ${reason}` : '') };
  };
  const openTunnel = async (proxy: OwnedProxy, at = port) => {
    const { client, answer } = await connect(proxy, at);
    expect(answer).toBe('200');
    client.write('GET /drip HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('drip');
    return client;
  };
  const getAnswer = async (proxy: OwnedProxy) => {
    const { client, answer } = await connect(proxy);
    client.destroy();
    return answer;
  };
  /** Polls, because the gateway does not report when it has applied a change. */
  const waitForAnswer = (answer: string, proxy: OwnedProxy) =>
    poll(async () => (await getAnswer(proxy)) === answer, WITHIN_MS);

  it('should cut the tunnels of a proxy that its owner suspends, and serve it again after that', async () => {
    const { actor, proxy } = await buy();
    const live = await openTunnel(proxy);
    await lifecycle.suspendOwn(actor, proxy.id);
    await live.readToEnd(WITHIN_MS);
    expect(await getAnswer(proxy)).toBe('403 PROXY_SUSPENDED');
    await lifecycle.resumeOwn(actor, proxy.id);
    expect(await waitForAnswer('200', proxy)).toBe(true);
  });

  it('should cut the tunnels of a suspended proxy, refuse it, and serve it again after resume', async () => {
    const { proxy } = await buy();
    const live = await openTunnel(proxy);
    await lifecycle.suspend(staff, proxy.id, 'Abuse');
    await live.readToEnd(WITHIN_MS);
    expect(await getAnswer(proxy)).toBe('403 PROXY_SUSPENDED');
    await lifecycle.resume(staff, proxy.id, 'A mistake');
    expect(await waitForAnswer('200', proxy)).toBe(true);
    await expect(openTunnel(proxy)).resolves.toBeDefined();
  });

  it('should cut the tunnels of replaced credentials and accept the new ones', async () => {
    const { actor, proxy } = await buy();
    const live = await openTunnel(proxy);
    await lifecycle.reissueOwnCredentials(actor, proxy.id);
    await live.readToEnd(WITHIN_MS);
    expect(await getAnswer(proxy)).toBe('407 AUTH_FAILED');
    const fresh = await app.module.get(ProxiesService, { strict: false }).get(actor, proxy.id);
    expect(await getAnswer(fresh)).toBe('200');
  });

  it('should cut the tunnels of a suspended account', async () => {
    const { actor, proxy } = await buy();
    const live = await openTunnel(proxy);
    await lifecycle.suspendAccount(staff, actor.userId);
    await live.readToEnd(WITHIN_MS);
    expect(await getAnswer(proxy)).toBe('403 PROXY_SUSPENDED');
    await lifecycle.resumeAccount(staff, actor.userId);
    expect(await waitForAnswer('200', proxy)).toBe(true);
  });

  /** The address that the target sees of a session, per gateway. */
  const getAddresses = ({ username, password }: OwnedProxy, session?: string) =>
    Promise.all(
      gateways.map(async ({ port: at }) => {
        const client = await RawClient.open(at);
        const name = session === undefined ? username : `${username}-session-${session}`;
        client.write(
          `GET http://origin.test:${origin.port}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${basic(name, password)}\r\n`,
        );
        return /"from":"([\d.]+)"/.exec(await client.readToEnd())?.[1] ?? 'none';
      }),
    );

  it('should rotate a session on every gateway, and leave its open connections and other sessions', async () => {
    const { actor, proxy } = await buy({ country: 'zz' });
    const rotations = app.module.get(ProxySettingsService, { strict: false });
    const [first, other] = [await getAddresses(proxy, 's1'), await getAddresses(proxy, 's2')];
    expect(first).toEqual([first[0], first[0]]);
    const live = await openTunnel(proxy);
    await rotations.rotate(actor, proxy.id, 's1');
    const isRotated = async () =>
      (await getAddresses(proxy, 's1')).every((address) => address !== first[0]);
    expect(await poll(isRotated, WITHIN_MS)).toBe(true);
    const second = await getAddresses(proxy, 's1');
    expect(second).toEqual([second[0], second[0]]);
    expect(await getAddresses(proxy, 's2')).toEqual(other);
    const own = await getAddresses(proxy);
    expect(await getAddresses(proxy, proxy.sessionId ?? '')).toEqual(own);
    await rotations.rotate(actor, proxy.id, null);
    const isOwnRotated = async () =>
      (await getAddresses(proxy)).every((address) => address !== own[0]);
    expect(await poll(isOwnRotated, WITHIN_MS)).toBe(true);
    await live.readUntil('drip');
    live.destroy();
  });

  it('should take no new connections while staff have drained it, and finish those that are open', async () => {
    const exits = app.module.get(ExitsService, { strict: false });
    const connections = app.module.get(LiveConnectionsService, { strict: false });
    const { proxy } = await buy();
    const live = await openTunnel(proxy);
    const { gateway } = gateways[0]!;
    const before = await connections.measure();
    expect(before.get('gateway-a')!.connections).toBe(gateway.live.size);
    expect(before.get('gateway-b')!.connections).toBe(gateways[1]!.gateway.live.size);
    await eventually(async () => {
      await gateway.flush();
      return (await connections.measure()).get('gateway-a')!.bytesPerSecond > 0;
    }, 'the throughput is measured');

    await app.sql(
      `INSERT INTO gateway (id, region, host, public_host, http_port, socks_port, version, started_at, heartbeat_at)
       SELECT 'gateway-' || id, 'default', 'here', 'localhost', 3128, 1080, 'test', now(), now() FROM unnest(ARRAY['a', 'b']) AS id`,
    );
    const isRefused = async (at: number) => {
      const client = await RawClient.open(at).catch(() => undefined);
      client?.destroy();
      return client === undefined;
    };
    try {
      await exits.drainGateway(staff, 'gateway-a', true, 'New kernel');
      await eventually(() => isRefused(port), 'the port is closed');
      expect(gateway.notReady.map(({ code }) => code)).toContain('draining');
      await live.readUntil('drip');
      expect(await isRefused(gateways[1]!.port)).toBe(false);
      const states = await exits.listGateways();
      expect(states.map(({ id, status }) => [id, status])).toEqual([
        ['gateway-a', 'draining'],
        ['gateway-b', 'live'],
      ]);
      await exits.drainGateway(staff, 'gateway-a', false, 'Done');
      await eventually(async () => !(await isRefused(port)), 'the port is open again');
      await eventually(() => gateway.notReady.length === 0, 'the gateway is ready again');
      const again = await openTunnel(proxy);
      again.destroy();
      await expect(exits.drainGateway(staff, 'nowhere', true, 'Typo')).rejects.toMatchObject({
        code: 'GATEWAY_NOT_FOUND',
      });
    } finally {
      await app.sql(`DELETE FROM gateway`);
      live.destroy();
    }
  });

  describe('open connections', () => {
    let connections: LiveConnectionsService;
    beforeAll(() => {
      connections = app.module.get(LiveConnectionsService, { strict: false });
    });

    it('should be listed from every gateway to their owner, with targets only on request', async () => {
      const { actor, proxy } = await buy();
      const [, second] = gateways;
      const tunnels = [await openTunnel(proxy), await openTunnel(proxy, second!.port)];
      const list = await connections.listOwn(actor, proxy.id);
      expect(list).toMatchObject({ total: 2, complete: true, show_targets: false });
      expect(list.connections.map(({ gateway }) => gateway).sort()).toEqual([
        'gateway-a',
        'gateway-b',
      ]);
      expect(list.connections[0]).toMatchObject({
        protocol: 'connect',
        client_address: '127.0.0.1',
        target_host: null,
        session: proxy.sessionId,
        bytes_up: expect.any(Number),
        started_at: expect.any(Date),
      });
      expect(list.connections[0]!.bytes_down).toBeGreaterThan(0);
      await connections.setShowTargets(actor, proxy.id, true);
      const shown = await connections.listOwn(actor, proxy.id);
      expect(shown.connections.map((each) => each.target_host)).toEqual([
        'origin.test',
        'origin.test',
      ]);
      const { actor: other } = await buy();
      const notFound = expect.objectContaining({ kind: 'not_found', code: 'PROXY_NOT_FOUND' });
      await expect(connections.listOwn(other, proxy.id)).rejects.toEqual(notFound);
      await expect(connections.closeOwn(other, proxy.id, null)).rejects.toEqual(notFound);
      await expect(connections.setShowTargets(other, proxy.id, false)).rejects.toEqual(notFound);
      const seenByStaff = await connections.listAny(proxy.id);
      expect(seenByStaff.connections.map((each) => each.client_network)).toEqual([
        '127.0.0.0/24',
        '127.0.0.0/24',
      ]);
      for (const each of seenByStaff.connections) expect(each).not.toHaveProperty('target_host');
      expect(await app.sql('SELECT FROM gateway_command')).toEqual([]);
      expect(await app.sql('SELECT FROM gateway_reply')).toEqual([]);
      tunnels.forEach((tunnel) => tunnel.destroy());
    });

    it('should be closed one by one or all at once, at every gateway', async () => {
      const { actor, proxy } = await buy();
      const { actor: other, proxy: foreign } = await buy();
      const [, second] = gateways;
      const [one, two] = [await openTunnel(proxy), await openTunnel(proxy, second!.port)];
      const kept = await openTunnel(foreign);
      const atSecond = (await connections.listOwn(actor, proxy.id)).connections.find(
        ({ gateway }) => gateway === 'gateway-b',
      )!;
      const gone = expect.objectContaining({ code: 'CONNECTION_NOT_FOUND' });
      await expect(connections.closeOwn(other, foreign.id, atSecond.id)).rejects.toEqual(gone);
      expect(await connections.closeOwn(actor, proxy.id, atSecond.id)).toBe(1);
      await two.readToEnd(WITHIN_MS);
      await expect(connections.closeOwn(actor, proxy.id, atSecond.id)).rejects.toEqual(gone);
      await one.readUntil('drip');
      expect(await connections.closeAny(staff, proxy.id, null)).toBe(1);
      await one.readToEnd(WITHIN_MS);
      expect(await connections.closeOwn(actor, proxy.id, null)).toBe(0);
      expect(
        await app.sql(
          `SELECT details FROM audit_log WHERE action = 'proxy.connections_closed' AND target = $1`,
          [`proxy:${proxy.id}`],
        ),
      ).toEqual([{ details: `Closed 1 open connection of proxy ${proxy.id}` }]);
      expect((await connections.listOwn(other, foreign.id)).total).toBe(1);
      await kept.readUntil('drip');
      kept.destroy();
    });

    it('should be reported as incomplete when a gateway does not answer', async () => {
      const { actor, proxy } = await buy();
      const tunnel = await openTunnel(proxy);
      const silentGateway = new Client({
        connectionString: app.database.url,
        application_name: LISTENER_APPLICATION,
      });
      await silentGateway.connect();
      const list = await connections.listOwn(actor, proxy.id);
      expect(list).toMatchObject({ total: 1, complete: false });
      await expect(connections.closeOwn(actor, proxy.id, null)).rejects.toMatchObject({
        kind: 'unavailable',
      });
      await tunnel.readToEnd(WITHIN_MS);
      await silentGateway.end();
      await poll(async () => (await connections.listOwn(actor, proxy.id)).complete, WITHIN_MS);
    });
  });

  describeDiagnosis(() => ({ app, lifecycle, staff, buy, openTunnel, getAnswer, waitForAnswer }));
});
