import { Pool } from 'pg';
import type { Actor } from '../../../src/common/security/actor';
import { ChangeListener } from '../../../src/gateway/auth/change-listener';
import { poll } from '../../../src/embedded/poll';
import { PgCredentialSource } from '../../../src/gateway/auth/pg-credential-source';
import { PgExitSource } from '../../../src/gateway/exits/pg-exit-source';
import { CREDENTIAL_CHANNEL, Gateway } from '../../../src/gateway/gateway';
import { PgUsageStore } from '../../../src/gateway/meter/pg-usage-store';
import { ProxyLifecycleService } from '../../../src/proxies/lifecycle/proxy-lifecycle.service';
import type { OwnedProxy } from '../../../src/proxies/proxy.types';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import { APP_KEY, FakeNames, silent, testConfig } from '../gateway/fixtures';
import { startOrigin, type Origin } from '../gateway/origin';
import { basic, eventually, RawClient } from '../gateway/raw-client';
import { createProxiesTestApp, poolRequest, type ProxiesTestApp } from './proxies-test-app';

/** Below the TTL of the gateway's credential cache. */
const WITHIN_MS = 20_000;

describe('Proxy lifecycle at the gateway', () => {
  let app: ProxiesTestApp;
  let lifecycle: ProxyLifecycleService;
  let staff: Actor;
  let origin: Origin;
  let port: number;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    app = await createProxiesTestApp();
    lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    staff = { ...(await app.createCustomer()), role: 'admin' };
    origin = await startOrigin();
    const config = await testConfig({ DATABASE_URL: app.database.url });
    const pool = new Pool({ connectionString: app.database.url, max: 4 });
    const names = new FakeNames();
    names.names.set('origin.test', ['127.0.0.1']);
    const gateway = new Gateway(config, {
      credentials: new PgCredentialSource(pool),
      exits: new PgExitSource(pool, config.key('secrets'), silent),
      usage: new PgUsageStore(pool),
      resolver: names,
      log: silent,
      allow: (_address, target) => target === origin.port,
      options: { drainMs: 0 },
    });
    let listening = false;
    const changes = new ChangeListener(
      { connectionString: app.database.url },
      [CREDENTIAL_CHANNEL],
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
    port = config.gateway.httpPort;
    stop = async () => {
      await changes.stop();
      await gateway.stop();
      await pool.end();
    };
  });
  afterAll(async () => {
    await stop();
    await origin.close();
    await app.close();
  });

  const buy = async () => {
    const actor = await app.createCustomer(100_000);
    const { proxies } = await app.purchases.buyPool(actor, poolRequest());
    return { actor, proxy: proxies[0]! };
  };
  const connect = async ({ username, password }: OwnedProxy) => {
    const client = await RawClient.open(port);
    client.write(
      `CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic(username, password)}\r\n`,
    );
    const head = await client.readUntil('\r\n\r\n');
    const reason = /X-Proxy-Error: (\w+)/.exec(head)?.[1];
    return { client, answer: head.split(' ')[1] + (reason ? ` ${reason}` : '') };
  };
  /** Opens a tunnel with traffic in it. */
  const openTunnel = async (proxy: OwnedProxy) => {
    const { client, answer } = await connect(proxy);
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

  // spec: A4.6
  it('should cut the tunnels of a suspended account', async () => {
    const { actor, proxy } = await buy();
    const live = await openTunnel(proxy);
    await lifecycle.suspendAccount(staff, actor.userId);
    await live.readToEnd(WITHIN_MS);
    expect(await getAnswer(proxy)).toBe('403 PROXY_SUSPENDED');
    await lifecycle.resumeAccount(staff, actor.userId);
    expect(await waitForAnswer('200', proxy)).toBe(true);
  });
});
