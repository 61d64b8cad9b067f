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
  createProxiesTestModule,
  catchErrorCode,
  countOutcomes,
  type ProxiesTestModule,
} from './proxies-test-module';

describe('In custody', () => {
  let shop: ProxiesTestModule;
  let custody: ProxyLifecycleService;
  let agreement: ProviderSyncService;
  let staff: Actor;

  beforeAll(async () => {
    shop = await createProxiesTestModule();
    custody = shop.module.get(ProxyLifecycleService, { strict: false });
    agreement = shop.module.get(ProviderSyncService, { strict: false });
    staff = { ...(await shop.createCustomer()), name: 'Chief Admin', role: 'admin' };
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => shop.close());

  describe('new credentials', () => {
    const credentials = async (actor: Actor, id: number) => {
      const { username, password } = await shop.module
        .get(ProxiesService, { strict: false })
        .get(actor, id);
      return { username, password };
    };
    const atGateway = async (id: number) => {
      const [row] = await shop.sql<{ username: string }>(
        `SELECT a.username FROM gateway_account a JOIN proxy p ON p.proxy_api_id = a.api_id
         WHERE p.id = $1`,
        [id],
      );
      return row!.username;
    };

    it('replace the old ones on both sides, for the owner as for staff', async () => {
      const { actor, id, proxy } = await buyProxy(shop);
      await custody.reissueOwnCredentials(actor, id);
      const second = await credentials(actor, id);
      expect(second.username).not.toBe(proxy.username);
      expect(second.password).not.toBe(proxy.password);
      await custody.reissueCredentials(staff, id, REASON);
      const third = await credentials(actor, id);
      expect(third.password).not.toBe(second.password);
      expect(await atGateway(id)).toBe(third.username);
      expect(await getAuditDetails(shop, 'proxy.credentials_reissued', `proxy:${id}`)).toEqual([
        `Ada Obi: New credentials for proxy ${id}, asked for by its owner`,
        `Chief Admin: New credentials for proxy ${id}: ${REASON}`,
      ]);
    });

    it("are not somebody else's to ask for, nor for what is over or suspended", async () => {
      const { actor, id, proxy } = await buyProxy(shop);
      const stranger = await shop.createCustomer();
      expect(await catchErrorCode(custody.reissueOwnCredentials(stranger, id))).toBe(
        'not_found PROXY_NOT_FOUND',
      );
      await custody.suspend(staff, id, REASON);
      expect(await catchErrorCode(custody.reissueOwnCredentials(actor, id))).toBe(
        'conflict PROXY_SUSPENDED',
      );
      await expireProxy(shop, id);
      expect(await catchErrorCode(custody.reissueOwnCredentials(actor, id))).toBe(
        'conflict PROXY_EXPIRED',
      );
      expect(await atGateway(id)).toBe(proxy.username);
    });

    it('come out the same on both sides when many ask at once', async () => {
      const { actor, id } = await buyProxy(shop);
      const asked = Array.from({ length: 6 }, () =>
        getOutcome(custody.reissueOwnCredentials(actor, id)),
      );
      expect(countOutcomes(await Promise.all(asked))).toEqual({ done: 6 });
      expect((await credentials(actor, id)).username).toBe(await atGateway(id));
      expect((await getProxyState(shop, id))!.due).toBe(false);
    });

    it('are waited for when somebody asks for newer ones the moment they are there', async () => {
      const { actor, id } = await buyProxy(shop);
      const due = shop.module.get(ProviderSyncRepository, { strict: false });
      const [reissue, agree] = [
        shop.provider.reissueCredentials.bind(shop.provider),
        due.complete.bind(due),
      ];
      let second: Promise<void> | undefined;
      jest.spyOn(due, 'complete').mockImplementationOnce(async (...turn) => {
        await agree(...turn);
        // The other has its turn, and its provider takes its time.
        await new Promise<void>((begun) => {
          jest.spyOn(shop.provider, 'reissueCredentials').mockImplementationOnce(async (apiId) => {
            begun();
            await delay(300);
            return reissue(apiId);
          });
          second = custody.reissueOwnCredentials(actor, id);
        });
      });
      expect(await getOutcome(custody.reissueOwnCredentials(actor, id))).toBe('done');
      expect((await credentials(actor, id)).username).toBe(await atGateway(id));
      await second;
    });

    it('are made again when nobody knows whether they were', async () => {
      const { actor, id } = await buyProxy(shop);
      const real = shop.provider.reissueCredentials.bind(shop.provider);
      jest.spyOn(shop.provider, 'reissueCredentials').mockImplementationOnce(async (apiId) => {
        await real(apiId);
        return { outcome: 'unknown', reason: 'the answer was lost' };
      });
      expect(await catchErrorCode(custody.reissueOwnCredentials(actor, id))).toBe(
        'upstream_failed CREDENTIALS_PENDING',
      );
      expect((await credentials(actor, id)).username).not.toBe(await atGateway(id));
      await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
      await agreement.syncDue();
      expect((await credentials(actor, id)).username).toBe(await atGateway(id));
      expect(await getProxyState(shop, id)).toEqual(ACTIVE_STATE);
    });

    it.each(['done', 'rejected'] as const)(
      'are those of the next turn when the one before came to its end too late: %s',
      async (late) => {
        const { actor, id } = await buyProxy(shop);
        const real = shop.provider.reissueCredentials.bind(shop.provider);
        jest.spyOn(shop.provider, 'reissueCredentials').mockImplementationOnce(async (apiId) => {
          const made = await real(apiId);
          await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
          await agreement.syncDue({ id });
          return late === 'done' ? made : { outcome: 'rejected', reason: 'no' };
        });
        await custody.reissueOwnCredentials(actor, id);
        expect((await credentials(actor, id)).username).toBe(await atGateway(id));
        expect(await getAuditDetails(shop, 'system.alert_raised', `proxy:${id}`)).toEqual([]);
        expect(await getProxyState(shop, id)).toEqual(ACTIVE_STATE);
      },
    );

    it('that the provider refuses leave the old ones in use', async () => {
      const { actor, id, proxy } = await buyProxy(shop);
      jest
        .spyOn(shop.provider, 'reissueCredentials')
        .mockResolvedValueOnce({ outcome: 'rejected', reason: 'no' });
      expect(await catchErrorCode(custody.reissueOwnCredentials(actor, id))).toBe(
        'upstream_failed CREDENTIALS_REFUSED',
      );
      expect(await credentials(actor, id)).toEqual({
        username: proxy.username,
        password: proxy.password,
      });
      expect(await getAuditDetails(shop, 'system.alert_raised', `proxy:${id}`)).toHaveLength(1);
    });
  });
});
