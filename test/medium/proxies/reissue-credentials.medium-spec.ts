import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from '../../../src/common/security/actor';
import { ProviderSyncRepository } from '../../../src/proxies/provider-sync/provider-sync.repository';
import { ProviderSyncService } from '../../../src/proxies/provider-sync/provider-sync.service';
import { ProxyLifecycleService } from '../../../src/proxies/lifecycle/proxy-lifecycle.service';
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
import {
  createProxiesTestApp,
  catchErrorCode,
  countOutcomes,
  type ProxiesTestApp,
} from './proxies-test-app';

describe('ProxyLifecycleService', () => {
  let app: ProxiesTestApp;
  let lifecycle: ProxyLifecycleService;
  let providerSync: ProviderSyncService;
  let staff: Actor;

  beforeAll(async () => {
    app = await createProxiesTestApp();
    lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    providerSync = app.module.get(ProviderSyncService, { strict: false });
    staff = { ...(await app.createCustomer()), name: 'Chief Admin', role: 'admin' };
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  describe('reissueCredentials', () => {
    const credentials = async (actor: Actor, id: number) => {
      const { username, password } = await app.module
        .get(ProxiesService, { strict: false })
        .get(actor, id);
      return { username, password };
    };
    const atGateway = async (id: number) => {
      const [row] = await app.sql<{ username: string }>(
        `SELECT a.username FROM gateway_account a JOIN proxy p ON p.proxy_api_id = a.api_id
         WHERE p.id = $1`,
        [id],
      );
      return row!.username;
    };

    it('should replace the credentials in the row and at the provider, for owner and staff', async () => {
      const { actor, id, proxy } = await buyProxy(app);
      await lifecycle.reissueOwnCredentials(actor, id);
      const second = await credentials(actor, id);
      expect(second.username).not.toBe(proxy.username);
      expect(second.password).not.toBe(proxy.password);
      await lifecycle.reissueCredentials(staff, id, REASON);
      const third = await credentials(actor, id);
      expect(third.password).not.toBe(second.password);
      expect(await atGateway(id)).toBe(third.username);
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
      expect(await atGateway(id)).toBe(proxy.username);
    });

    it('should leave row and provider with the same credentials under concurrent requests', async () => {
      const { actor, id } = await buyProxy(app);
      const asked = Array.from({ length: 6 }, () =>
        getOutcome(lifecycle.reissueOwnCredentials(actor, id)),
      );
      expect(countOutcomes(await Promise.all(asked))).toEqual({ done: 6 });
      expect((await credentials(actor, id)).username).toBe(await atGateway(id));
      expect((await getProxyState(app, id))!.due).toBe(false);
    });

    it('should wait for newer credentials that another caller requested meanwhile', async () => {
      const { actor, id } = await buyProxy(app);
      const due = app.module.get(ProviderSyncRepository, { strict: false });
      const [reissue, agree] = [
        app.provider.reissueCredentials.bind(app.provider),
        due.complete.bind(due),
      ];
      let second: Promise<void> | undefined;
      jest.spyOn(due, 'complete').mockImplementationOnce(async (...turn) => {
        await agree(...turn);
        // The other has its turn, and its provider takes its time.
        await new Promise<void>((begun) => {
          jest.spyOn(app.provider, 'reissueCredentials').mockImplementationOnce(async (apiId) => {
            begun();
            await delay(300);
            return reissue(apiId);
          });
          second = lifecycle.reissueOwnCredentials(actor, id);
        });
      });
      expect(await getOutcome(lifecycle.reissueOwnCredentials(actor, id))).toBe('done');
      expect((await credentials(actor, id)).username).toBe(await atGateway(id));
      await second;
    });

    it('should retry the reissue when its result is unknown', async () => {
      const { actor, id } = await buyProxy(app);
      const real = app.provider.reissueCredentials.bind(app.provider);
      jest.spyOn(app.provider, 'reissueCredentials').mockImplementationOnce(async (apiId) => {
        await real(apiId);
        return { outcome: 'unknown', reason: 'the answer was lost' };
      });
      expect(await catchErrorCode(lifecycle.reissueOwnCredentials(actor, id))).toBe(
        'upstream_failed CREDENTIALS_PENDING',
      );
      expect((await credentials(actor, id)).username).not.toBe(await atGateway(id));
      await app.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
      await providerSync.syncDue();
      expect((await credentials(actor, id)).username).toBe(await atGateway(id));
      expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
    });

    it.each(['done', 'rejected'] as const)(
      'should keep the credentials of the next lease when the previous one ends late: %s',
      async (late) => {
        const { actor, id } = await buyProxy(app);
        const real = app.provider.reissueCredentials.bind(app.provider);
        jest.spyOn(app.provider, 'reissueCredentials').mockImplementationOnce(async (apiId) => {
          const made = await real(apiId);
          await app.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
          await providerSync.syncDue({ id });
          return late === 'done' ? made : { outcome: 'rejected', reason: 'no' };
        });
        await lifecycle.reissueOwnCredentials(actor, id);
        expect((await credentials(actor, id)).username).toBe(await atGateway(id));
        expect(await getAuditDetails(app, 'system.alert_raised', `proxy:${id}`)).toEqual([]);
        expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
      },
    );

    it('should keep the old credentials when the provider refuses', async () => {
      const { actor, id, proxy } = await buyProxy(app);
      jest
        .spyOn(app.provider, 'reissueCredentials')
        .mockResolvedValueOnce({ outcome: 'rejected', reason: 'no' });
      expect(await catchErrorCode(lifecycle.reissueOwnCredentials(actor, id))).toBe(
        'upstream_failed CREDENTIALS_REFUSED',
      );
      expect(await credentials(actor, id)).toEqual({
        username: proxy.username,
        password: proxy.password,
      });
      expect(await getAuditDetails(app, 'system.alert_raised', `proxy:${id}`)).toHaveLength(1);
    });
  });
});
