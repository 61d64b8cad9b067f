import type { Actor } from '../../../src/common/security/actor';
import { ProviderSyncRepository } from '../../../src/proxies/provider-sync/provider-sync.repository';
import { ProviderSyncService } from '../../../src/proxies/provider-sync/provider-sync.service';
import { ProxyLifecycleService } from '../../../src/proxies/lifecycle/proxy-lifecycle.service';
import { ProxyExpiryService } from '../../../src/proxies/lifecycle/proxy-expiry.service';
import {
  getAuditDetails,
  expireProxy,
  getOutcome,
  buyProxy,
  ACTIVE_STATE,
  getProxyState,
  SUSPENDED_STATE,
  REASON,
} from './lifecycle-helpers';
import {
  createProxiesTestApp,
  poolRequest,
  catchErrorCode,
  countOutcomes,
  waitUntil,
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

  // spec: M14.2
  it('should neither end nor postpone the lease of another caller', async () => {
    const { id } = await buyProxy(app);
    const repository = app.module.get(ProviderSyncRepository, { strict: false });
    const claim = async () => {
      await app.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
      const [claimed] = await repository.claim({ id }, 1);
      return claimed!;
    };
    const readDue = async () => {
      const [row] = await app.sql<{ due: Date | null }>(
        `SELECT provider_due_at AS due FROM proxy WHERE id = $1`,
        [id],
      );
      return row!.due;
    };
    const late = await claim();
    const current = await claim();
    expect(await repository.claim({ id }, 1)).toEqual([]);
    await repository.postpone(late, 1000);
    expect(await readDue()).toEqual(current.lease);
    // Its call may have come after the other's, so the state is sent once more.
    await repository.complete(late, 'active');
    expect((await readDue())!.getTime()).toBeLessThan(current.lease.getTime());
    await repository.complete(await claim(), 'active');
    expect(await readDue()).toBeNull();
  });

  describe('suspend and resume', () => {
    it('should stop and restart the proxy at the gateway and audit both reasons', async () => {
      const { id } = await buyProxy(app);
      await lifecycle.suspend(staff, id, REASON);
      expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
      await lifecycle.resume(staff, id, 'It was a mistake');
      expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
      expect(await getAuditDetails(app, 'proxy.suspended', `proxy:${id}`)).toEqual([
        `Chief Admin: Proxy ${id} suspended: ${REASON}`,
      ]);
      expect(await getAuditDetails(app, 'proxy.resumed', `proxy:${id}`)).toEqual([
        `Chief Admin: Proxy ${id} resumed: It was a mistake`,
      ]);
    });

    it('should suspend once when eight requests come concurrently', async () => {
      const { id } = await buyProxy(app);
      const all = Array.from({ length: 8 }, () => getOutcome(lifecycle.suspend(staff, id, REASON)));
      expect(countOutcomes(await Promise.all(all))).toEqual({
        done: 1,
        'conflict ALREADY_SUSPENDED': 7,
      });
      expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
      expect(await getAuditDetails(app, 'proxy.suspended', `proxy:${id}`)).toHaveLength(1);
    });

    it('should bring the provider to the final status under concurrent suspends, resumes and syncs', async () => {
      const { id } = await buyProxy(app);
      for (let round = 0; round < 10; round += 1) {
        await Promise.all([
          getOutcome(lifecycle.suspend(staff, id, REASON)),
          getOutcome(lifecycle.resume(staff, id, REASON)),
          providerSync.syncDue(),
        ]);
        await waitUntil(async () => !(await getProxyState(app, id))!.due);
        const { status, gatewayStatus } = (await getProxyState(app, id))!;
        expect(gatewayStatus).toBe(status);
      }
    });

    it('should refuse to suspend or resume a proxy that expires concurrently', async () => {
      const expiry = app.module.get(ProxyExpiryService, { strict: false });
      for (let round = 0; round < 8; round += 1) {
        const { id } = await buyProxy(app);
        await expireProxy(app, id);
        const [outcome] = await Promise.all([
          getOutcome(lifecycle.suspend(staff, id, REASON)),
          expiry.expireDue(),
        ]);
        expect(outcome).toBe('conflict PROXY_EXPIRED');
        expect((await getProxyState(app, id))!.status).toBe('expired');
        expect(await catchErrorCode(lifecycle.resume(staff, id, REASON))).toBe(
          'conflict PROXY_EXPIRED',
        );
      }
    });

    it('should expire a suspended proxy and leave no sync pending', async () => {
      const { id } = await buyProxy(app);
      jest.spyOn(app.provider, 'suspend').mockResolvedValueOnce({ outcome: 'unknown', reason: '' });
      await lifecycle.suspend(staff, id, REASON);
      await expireProxy(app, id);
      await app.module.get(ProxyExpiryService, { strict: false }).expireDue();
      await app.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
      await providerSync.syncDue();
      expect(await getProxyState(app, id)).toMatchObject({ status: 'expired', due: false });
    });

    it.each([
      ['suspend', 2_000_000_000, 'not_found PROXY_NOT_FOUND'],
      ['resume', 0, 'not_found PROXY_NOT_FOUND'],
    ] as const)('should answer not_found to %s of an unknown proxy', async (verb, id, expected) => {
      expect(await catchErrorCode(lifecycle[verb](staff, id, REASON))).toBe(expected);
    });

    it('should refuse to resume a proxy that is not suspended', async () => {
      const { id } = await buyProxy(app);
      expect(await catchErrorCode(lifecycle.resume(staff, id, REASON))).toBe(
        'conflict NOT_SUSPENDED',
      );
    });
  });

  describe('sync with the provider', () => {
    it('should send a status that was committed before a crash', async () => {
      const { id } = await buyProxy(app);
      // State after a crash between the commit and the provider call.
      await app.sql(
        `UPDATE proxy SET status = 'suspended', suspended_by_staff = true, provider_due_at = now()
         WHERE id = $1`,
        [id],
      );
      expect((await getProxyState(app, id))!.gatewayStatus).toBe('active');
      await providerSync.syncDue();
      expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
    });

    it('should retry until the provider confirms the status', async () => {
      const { id } = await buyProxy(app);
      const suspend = jest
        .spyOn(app.provider, 'suspend')
        .mockResolvedValueOnce({ outcome: 'unknown', reason: 'silence' })
        .mockRejectedValueOnce(new Error('a surprise'));
      await lifecycle.suspend(staff, id, REASON);
      for (const calls of [1, 2]) {
        expect(suspend).toHaveBeenCalledTimes(calls);
        expect(await getProxyState(app, id)).toEqual({
          status: 'suspended',
          gatewayStatus: 'active',
          due: true,
        });
        expect(await providerSync.syncDue()).toBe(0);
        await app.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
        await providerSync.syncDue();
      }
      expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
    });

    it('should send a newer status that was set during the provider call', async () => {
      const { id } = await buyProxy(app);
      const real = app.provider.suspend.bind(app.provider);
      jest.spyOn(app.provider, 'suspend').mockImplementationOnce(async (apiId) => {
        await app.sql(
          `UPDATE proxy SET status = 'active', suspended_by_staff = false,
             provider_due_at = coalesce(provider_due_at, now()) WHERE id = $1`,
          [id],
        );
        return real(apiId);
      });
      await lifecycle.suspend(staff, id, REASON);
      expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
    });

    it('should raise one alert when the provider does not know the proxy', async () => {
      const { id } = await buyProxy(app);
      jest.spyOn(app.provider, 'suspend').mockResolvedValue({ outcome: 'missing' });
      await lifecycle.suspend(staff, id, REASON);
      expect(await getProxyState(app, id)).toMatchObject({ status: 'suspended', due: false });
      expect(await getAuditDetails(app, 'system.alert_raised', `proxy:${id}`)).toHaveLength(1);
    });
  });

  describe('account suspension', () => {
    it('should suspend all proxies and resume those that staff had not suspended', async () => {
      const { actor, id } = await buyProxy(app);
      const { id: suspendedByStaff } = await buyProxy(app, actor);
      const { id: otherOwners } = await buyProxy(app);
      await lifecycle.suspend(staff, suspendedByStaff, REASON);
      await lifecycle.suspendAccount(staff, actor.userId);
      expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
      expect(await getProxyState(app, otherOwners)).toEqual(ACTIVE_STATE);
      expect(await catchErrorCode(lifecycle.resume(staff, id, REASON))).toBe(
        'conflict SUSPENDED_WITH_OWNER',
      );
      await lifecycle.resumeAccount(staff, actor.userId);
      expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
      expect(await getProxyState(app, suspendedByStaff)).toEqual(SUSPENDED_STATE);
      expect(await getAuditDetails(app, 'proxy.suspended', `user:${actor.userId}`)).toEqual([
        `Chief Admin: 1 proxies of user ${actor.userId} suspended with the account`,
      ]);
    });

    it('should keep a proxy suspended when staff resume it during the account suspension', async () => {
      const { actor, id } = await buyProxy(app);
      await lifecycle.suspend(staff, id, REASON);
      await lifecycle.suspendAccount(staff, actor.userId);
      await lifecycle.resume(staff, id, REASON);
      expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
      await lifecycle.resumeAccount(staff, actor.userId);
      expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
    });

    it('should leave no proxy active when a resume races with the account suspension', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { actor, id } = await buyProxy(app);
        await lifecycle.suspend(staff, id, REASON);
        await Promise.all([
          lifecycle.resume(staff, id, REASON),
          lifecycle.suspendAccount(staff, actor.userId),
        ]);
        await waitUntil(async () => !(await getProxyState(app, id))!.due);
        expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
      }
    });

    it('should suspend the proxies of a purchase that races with the account suspension', async () => {
      for (let round = 0; round < 8; round += 1) {
        const actor = await app.createCustomer(100_000);
        const [receipt] = await Promise.all([
          app.purchases.buyPool(actor, poolRequest()),
          lifecycle.suspendAccount(staff, actor.userId),
        ]);
        const { id } = receipt.proxies[0]!;
        await waitUntil(async () => !(await getProxyState(app, id))!.due);
        expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
      }
    });

    it('should suspend twenty proxies of one account', async () => {
      const actor = await app.createCustomer(100_000);
      const ids = (await Promise.all(Array.from({ length: 20 }, () => buyProxy(app, actor)))).map(
        (p) => p.id,
      );
      await lifecycle.suspendAccount(staff, actor.userId);
      for (const id of ids) expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
    });
  });
});
