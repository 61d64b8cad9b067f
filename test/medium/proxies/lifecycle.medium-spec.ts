import type { Actor } from '../../../src/common/security/actor';
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
  createProxiesTestModule,
  poolRequest,
  catchErrorCode,
  countOutcomes,
  waitUntil,
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

  describe('suspending one', () => {
    it('stops it at the gateway, tells the audit why, and resuming brings it back', async () => {
      const { id } = await buyProxy(shop);
      await custody.suspend(staff, id, REASON);
      expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
      await custody.resume(staff, id, 'It was a mistake');
      expect(await getProxyState(shop, id)).toEqual(ACTIVE_STATE);
      expect(await getAuditDetails(shop, 'proxy.suspended', `proxy:${id}`)).toEqual([
        `Chief Admin: Proxy ${id} suspended: ${REASON}`,
      ]);
      expect(await getAuditDetails(shop, 'proxy.resumed', `proxy:${id}`)).toEqual([
        `Chief Admin: Proxy ${id} resumed: It was a mistake`,
      ]);
    });

    it('happens once, however many ask at once', async () => {
      const { id } = await buyProxy(shop);
      const all = Array.from({ length: 8 }, () => getOutcome(custody.suspend(staff, id, REASON)));
      expect(countOutcomes(await Promise.all(all))).toEqual({
        done: 1,
        'conflict ALREADY_SUSPENDED': 7,
      });
      expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
      expect(await getAuditDetails(shop, 'proxy.suspended', `proxy:${id}`)).toHaveLength(1);
    });

    it('ends in what was wished for last, whatever order the provider is told in', async () => {
      const { id } = await buyProxy(shop);
      for (let round = 0; round < 10; round += 1) {
        await Promise.all([
          getOutcome(custody.suspend(staff, id, REASON)),
          getOutcome(custody.resume(staff, id, REASON)),
          agreement.syncDue(),
        ]);
        await waitUntil(async () => !(await getProxyState(shop, id))!.due);
        const { ours, theirs } = (await getProxyState(shop, id))!;
        expect(theirs).toBe(ours);
      }
    });

    it('leaves one or the other standing when its time ends at that moment, never both', async () => {
      const expiry = shop.module.get(ProxyExpiryService, { strict: false });
      for (let round = 0; round < 8; round += 1) {
        const { id } = await buyProxy(shop);
        await expireProxy(shop, id);
        const [asked] = await Promise.all([
          getOutcome(custody.suspend(staff, id, REASON)),
          expiry.expireDue(),
        ]);
        expect(asked).toBe('conflict PROXY_EXPIRED');
        expect((await getProxyState(shop, id))!.ours).toBe('expired');
        expect(await catchErrorCode(custody.resume(staff, id, REASON))).toBe(
          'conflict PROXY_EXPIRED',
        );
      }
    });

    it('ends a suspended proxy in its time and leaves nothing due', async () => {
      const { id } = await buyProxy(shop);
      jest
        .spyOn(shop.provider, 'suspend')
        .mockResolvedValueOnce({ outcome: 'unknown', reason: '' });
      await custody.suspend(staff, id, REASON);
      await expireProxy(shop, id);
      await shop.module.get(ProxyExpiryService, { strict: false }).expireDue();
      await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
      await agreement.syncDue();
      expect(await getProxyState(shop, id)).toMatchObject({ ours: 'expired', due: false });
    });

    it.each([
      ['nothing there', 'suspend', 2_000_000_000, 'not_found PROXY_NOT_FOUND'],
      ['nothing there', 'resume', 0, 'not_found PROXY_NOT_FOUND'],
    ] as const)('says so when there is %s to %s', async (_what, verb, id, expected) => {
      expect(await catchErrorCode(custody[verb](staff, id, REASON))).toBe(expected);
    });

    it('does not resume what is not suspended', async () => {
      const { id } = await buyProxy(shop);
      expect(await catchErrorCode(custody.resume(staff, id, REASON))).toBe(
        'conflict NOT_SUSPENDED',
      );
    });
  });

  describe('a provider that does not answer', () => {
    it('is told by the sweep what was committed before a crash', async () => {
      const { id } = await buyProxy(shop);
      // As a process leaves it that dies between the commit and the call.
      await shop.sql(
        `UPDATE proxy SET status = 'suspended', suspended_by_staff = true, provider_due_at = now()
         WHERE id = $1`,
        [id],
      );
      expect((await getProxyState(shop, id))!.theirs).toBe('active');
      await agreement.syncDue();
      expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
    });

    it('is asked again until it has taken over the status', async () => {
      const { id } = await buyProxy(shop);
      const suspend = jest
        .spyOn(shop.provider, 'suspend')
        .mockResolvedValueOnce({ outcome: 'unknown', reason: 'silence' })
        .mockRejectedValueOnce(new Error('a surprise'));
      await custody.suspend(staff, id, REASON);
      for (const calls of [1, 2]) {
        expect(suspend).toHaveBeenCalledTimes(calls);
        expect(await getProxyState(shop, id)).toEqual({
          ours: 'suspended',
          theirs: 'active',
          due: true,
        });
        expect(await agreement.syncDue()).toBe(0);
        await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
        await agreement.syncDue();
      }
      expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
    });

    it('is told the newest wish by whoever is telling it an older one', async () => {
      const { id } = await buyProxy(shop);
      const real = shop.provider.suspend.bind(shop.provider);
      jest.spyOn(shop.provider, 'suspend').mockImplementationOnce(async (apiId) => {
        await shop.sql(
          `UPDATE proxy SET status = 'active', suspended_by_staff = false,
             provider_due_at = coalesce(provider_due_at, now()) WHERE id = $1`,
          [id],
        );
        return real(apiId);
      });
      await custody.suspend(staff, id, REASON);
      expect(await getProxyState(shop, id)).toEqual(ACTIVE_STATE);
    });

    it('that knows nothing of the proxy is reported to staff, once', async () => {
      const { id } = await buyProxy(shop);
      jest.spyOn(shop.provider, 'suspend').mockResolvedValue({ outcome: 'missing' });
      await custody.suspend(staff, id, REASON);
      expect(await getProxyState(shop, id)).toMatchObject({ ours: 'suspended', due: false });
      expect(await getAuditDetails(shop, 'system.alert_raised', `proxy:${id}`)).toHaveLength(1);
    });
  });

  describe('an owner out of use', () => {
    it('loses all service at once and gets it back, but for what staff had suspended', async () => {
      const { actor, id } = await buyProxy(shop);
      const { id: bad } = await buyProxy(shop, actor);
      const { id: theirs } = await buyProxy(shop);
      await custody.suspend(staff, bad, REASON);
      await custody.suspendAccount(staff, actor.userId);
      expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
      expect(await getProxyState(shop, theirs)).toEqual(ACTIVE_STATE);
      expect(await catchErrorCode(custody.resume(staff, id, REASON))).toBe(
        'conflict SUSPENDED_WITH_OWNER',
      );
      await custody.resumeAccount(staff, actor.userId);
      expect(await getProxyState(shop, id)).toEqual(ACTIVE_STATE);
      expect(await getProxyState(shop, bad)).toEqual(SUSPENDED_STATE);
      expect(await getAuditDetails(shop, 'proxy.suspended', `user:${actor.userId}`)).toEqual([
        `Chief Admin: 1 proxies of user ${actor.userId} suspended with the account`,
      ]);
    });

    it('keeps them stopped when staff lift their own suspension', async () => {
      const { actor, id } = await buyProxy(shop);
      await custody.suspend(staff, id, REASON);
      await custody.suspendAccount(staff, actor.userId);
      await custody.resume(staff, id, REASON);
      expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
      await custody.resumeAccount(staff, actor.userId);
      expect(await getProxyState(shop, id)).toEqual(ACTIVE_STATE);
    });

    it('keeps nothing running when staff resume one while the account is being taken out', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { actor, id } = await buyProxy(shop);
        await custody.suspend(staff, id, REASON);
        await Promise.all([
          custody.resume(staff, id, REASON),
          custody.suspendAccount(staff, actor.userId),
        ]);
        await waitUntil(async () => !(await getProxyState(shop, id))!.due);
        expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
      }
    });

    it('gets nothing that serves out of a purchase that was under way', async () => {
      for (let round = 0; round < 8; round += 1) {
        const actor = await shop.createCustomer(100_000);
        const [receipt] = await Promise.all([
          shop.purchases.buyPool(actor, poolRequest()),
          custody.suspendAccount(staff, actor.userId),
        ]);
        const { id } = receipt.proxies[0]!;
        await waitUntil(async () => !(await getProxyState(shop, id))!.due);
        expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
      }
    });

    it('loses many proxies in one go', async () => {
      const actor = await shop.createCustomer(100_000);
      const ids = (await Promise.all(Array.from({ length: 20 }, () => buyProxy(shop, actor)))).map(
        (p) => p.id,
      );
      await custody.suspendAccount(staff, actor.userId);
      for (const id of ids) expect(await getProxyState(shop, id)).toEqual(SUSPENDED_STATE);
    });
  });
});
