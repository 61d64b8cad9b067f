import { Pool } from 'pg';
import type { Actor } from '../../../src/common/security/actor';
import { ChangeListener } from '../../../src/gateway/auth/change-listener';
import { poll } from '../../../src/embedded/deadline';
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
import {
  createProxiesTestModule,
  poolRequest,
  type ProxiesTestModule,
} from './proxies-test-module';

/** Below the time after which a gateway reads a credential again unasked. */
const WITHIN_MS = 20_000;

describe('At the gateway', () => {
  let shop: ProxiesTestModule;
  let custody: ProxyLifecycleService;
  let staff: Actor;
  let origin: Origin;
  let port: number;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    shop = await createProxiesTestModule();
    custody = shop.module.get(ProxyLifecycleService, { strict: false });
    staff = { ...(await shop.createCustomer()), role: 'admin' };
    origin = await startOrigin();
    const config = await testConfig({ DATABASE_URL: shop.database.url });
    const pool = new Pool({ connectionString: shop.database.url, max: 4 });
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
      { connectionString: shop.database.url },
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
    await shop.close();
  });

  const buy = async () => {
    const actor = await shop.createCustomer(100_000);
    const { proxies } = await shop.purchases.buyPool(actor, poolRequest());
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
  /** A tunnel through which bytes flow. */
  const tunnel = async (proxy: OwnedProxy) => {
    const { client, answer } = await connect(proxy);
    expect(answer).toBe('200');
    client.write('GET /drip HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('drip');
    return client;
  };
  const asked = async (proxy: OwnedProxy) => {
    const { client, answer } = await connect(proxy);
    client.destroy();
    return answer;
  };
  /** Nothing tells when the gateway has heard of a change. */
  const becomes = (answer: string, proxy: OwnedProxy) =>
    poll(async () => (await asked(proxy)) === answer, WITHIN_MS);

  it('a suspended proxy is refused, its tunnels die, and it works again once resumed', async () => {
    const { proxy } = await buy();
    const live = await tunnel(proxy);
    await custody.suspend(staff, proxy.id, 'Abuse');
    await live.readToEnd(WITHIN_MS);
    expect(await asked(proxy)).toBe('403 PROXY_SUSPENDED');
    await custody.resume(staff, proxy.id, 'A mistake');
    expect(await becomes('200', proxy)).toBe(true);
    await expect(tunnel(proxy)).resolves.toBeDefined();
  });

  it('leaked credentials die with their tunnels, and the new ones work', async () => {
    const { actor, proxy } = await buy();
    const live = await tunnel(proxy);
    await custody.reissueOwnCredentials(actor, proxy.id);
    await live.readToEnd(WITHIN_MS);
    expect(await asked(proxy)).toBe('407 AUTH_FAILED');
    const fresh = await shop.module.get(ProxiesService, { strict: false }).get(actor, proxy.id);
    expect(await asked(fresh)).toBe('200');
  });

  // spec: A4.6
  it("an owner's tunnels die with the account", async () => {
    const { actor, proxy } = await buy();
    const live = await tunnel(proxy);
    await custody.suspendAccount(staff, actor.userId);
    await live.readToEnd(WITHIN_MS);
    expect(await asked(proxy)).toBe('403 PROXY_SUSPENDED');
    await custody.resumeAccount(staff, actor.userId);
    expect(await becomes('200', proxy)).toBe(true);
  });
});
