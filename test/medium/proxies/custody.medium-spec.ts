import type { Actor } from '../../../src/common/security/actor';
import { ProviderAgreement } from '../../../src/proxies/custody/provider-agreement';
import { ProxyCustodyService } from '../../../src/proxies/custody/proxy-custody.service';
import { ExpiryService } from '../../../src/proxies/expiry.service';
import { audited, end, outcome, own, serving, stateOf, stopped, WHY } from './keeping';
import { openShop, poolWish, refusal, tally, until, type Shop } from './shop';

describe('In custody', () => {
  let shop: Shop;
  let custody: ProxyCustodyService;
  let agreement: ProviderAgreement;
  let staff: Actor;

  beforeAll(async () => {
    shop = await openShop();
    custody = shop.module.get(ProxyCustodyService, { strict: false });
    agreement = shop.module.get(ProviderAgreement, { strict: false });
    staff = { ...(await shop.customer()), name: 'Chief Admin', role: 'admin' };
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => shop.close());

  describe('suspending one', () => {
    it('stops it at the gateway, tells the audit why, and resuming brings it back', async () => {
      const { id } = await own(shop);
      await custody.suspend(staff, id, WHY);
      expect(await stateOf(shop, id)).toEqual(stopped);
      await custody.resume(staff, id, 'It was a mistake');
      expect(await stateOf(shop, id)).toEqual(serving);
      expect(await audited(shop, 'proxy.suspended', `proxy:${id}`)).toEqual([
        `Chief Admin: Proxy ${id} suspended: ${WHY}`,
      ]);
      expect(await audited(shop, 'proxy.resumed', `proxy:${id}`)).toEqual([
        `Chief Admin: Proxy ${id} resumed: It was a mistake`,
      ]);
    });

    it('happens once, however many ask at once', async () => {
      const { id } = await own(shop);
      const all = Array.from({ length: 8 }, () => outcome(custody.suspend(staff, id, WHY)));
      expect(tally(await Promise.all(all))).toEqual({ done: 1, 'conflict ALREADY_SUSPENDED': 7 });
      expect(await stateOf(shop, id)).toEqual(stopped);
      expect(await audited(shop, 'proxy.suspended', `proxy:${id}`)).toHaveLength(1);
    });

    it('ends in what was wished for last, whatever order the provider is told in', async () => {
      const { id } = await own(shop);
      for (let round = 0; round < 10; round += 1) {
        await Promise.all([
          outcome(custody.suspend(staff, id, WHY)),
          outcome(custody.resume(staff, id, WHY)),
          agreement.settle(),
        ]);
        await until(async () => !(await stateOf(shop, id))!.due);
        const { ours, theirs } = (await stateOf(shop, id))!;
        expect(theirs).toBe(ours);
      }
    });

    it('leaves one or the other standing when its time ends at that moment, never both', async () => {
      const expiry = shop.module.get(ExpiryService, { strict: false });
      for (let round = 0; round < 8; round += 1) {
        const { id } = await own(shop);
        await end(shop, id);
        const [asked] = await Promise.all([
          outcome(custody.suspend(staff, id, WHY)),
          expiry.expireDue(),
        ]);
        expect(asked).toBe('conflict PROXY_EXPIRED');
        expect((await stateOf(shop, id))!.ours).toBe('expired');
        expect(await refusal(custody.resume(staff, id, WHY))).toBe('conflict PROXY_EXPIRED');
      }
    });

    it('ends a suspended proxy in its time and leaves nothing due', async () => {
      const { id } = await own(shop);
      jest
        .spyOn(shop.provider, 'suspend')
        .mockResolvedValueOnce({ outcome: 'unknown', reason: '' });
      await custody.suspend(staff, id, WHY);
      await end(shop, id);
      await shop.module.get(ExpiryService, { strict: false }).expireDue();
      await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
      await agreement.settle();
      expect(await stateOf(shop, id)).toMatchObject({ ours: 'expired', due: false });
    });

    it.each([
      ['nothing there', 'suspend', 2_000_000_000, 'not_found PROXY_NOT_FOUND'],
      ['nothing there', 'resume', 0, 'not_found PROXY_NOT_FOUND'],
    ] as const)('says so when there is %s to %s', async (_what, verb, id, expected) => {
      expect(await refusal(custody[verb](staff, id, WHY))).toBe(expected);
    });

    it('does not resume what is not suspended', async () => {
      const { id } = await own(shop);
      expect(await refusal(custody.resume(staff, id, WHY))).toBe('conflict NOT_SUSPENDED');
    });
  });

  describe('a provider that does not answer', () => {
    it('is told by the sweep what was committed before a crash', async () => {
      const { id } = await own(shop);
      // As a process leaves it that dies between the commit and the call.
      await shop.sql(
        `UPDATE proxy SET status = 'suspended', suspended_by_staff = true, provider_due_at = now()
         WHERE id = $1`,
        [id],
      );
      expect((await stateOf(shop, id))!.theirs).toBe('active');
      await agreement.settle();
      expect(await stateOf(shop, id)).toEqual(stopped);
    });

    it('is asked again until it has taken over the status', async () => {
      const { id } = await own(shop);
      const suspend = jest
        .spyOn(shop.provider, 'suspend')
        .mockResolvedValueOnce({ outcome: 'unknown', reason: 'silence' })
        .mockRejectedValueOnce(new Error('a surprise'));
      await custody.suspend(staff, id, WHY);
      for (const calls of [1, 2]) {
        expect(suspend).toHaveBeenCalledTimes(calls);
        expect(await stateOf(shop, id)).toEqual({ ours: 'suspended', theirs: 'active', due: true });
        expect(await agreement.settle()).toBe(0);
        await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
        await agreement.settle();
      }
      expect(await stateOf(shop, id)).toEqual(stopped);
    });

    it('is told the newest wish by whoever is telling it an older one', async () => {
      const { id } = await own(shop);
      const real = shop.provider.suspend.bind(shop.provider);
      jest.spyOn(shop.provider, 'suspend').mockImplementationOnce(async (apiId) => {
        await shop.sql(
          `UPDATE proxy SET status = 'active', suspended_by_staff = false,
             provider_due_at = coalesce(provider_due_at, now()) WHERE id = $1`,
          [id],
        );
        return real(apiId);
      });
      await custody.suspend(staff, id, WHY);
      expect(await stateOf(shop, id)).toEqual(serving);
    });

    it('that knows nothing of the proxy is reported to staff, once', async () => {
      const { id } = await own(shop);
      jest.spyOn(shop.provider, 'suspend').mockResolvedValue({ outcome: 'missing' });
      await custody.suspend(staff, id, WHY);
      expect(await stateOf(shop, id)).toMatchObject({ ours: 'suspended', due: false });
      expect(await audited(shop, 'system.alert_raised', `proxy:${id}`)).toHaveLength(1);
    });
  });

  describe('an owner out of use', () => {
    it('loses all service at once and gets it back, but for what staff had suspended', async () => {
      const { actor, id } = await own(shop);
      const { id: bad } = await own(shop, actor);
      const { id: theirs } = await own(shop);
      await custody.suspend(staff, bad, WHY);
      await custody.suspendAllOf(staff, actor.userId);
      expect(await stateOf(shop, id)).toEqual(stopped);
      expect(await stateOf(shop, theirs)).toEqual(serving);
      expect(await refusal(custody.resume(staff, id, WHY))).toBe('conflict SUSPENDED_WITH_OWNER');
      await custody.resumeAllOf(staff, actor.userId);
      expect(await stateOf(shop, id)).toEqual(serving);
      expect(await stateOf(shop, bad)).toEqual(stopped);
      expect(await audited(shop, 'proxy.suspended', `user:${actor.userId}`)).toEqual([
        `Chief Admin: 1 proxies of user ${actor.userId} suspended with the account`,
      ]);
    });

    it('keeps them stopped when staff lift their own suspension', async () => {
      const { actor, id } = await own(shop);
      await custody.suspend(staff, id, WHY);
      await custody.suspendAllOf(staff, actor.userId);
      await custody.resume(staff, id, WHY);
      expect(await stateOf(shop, id)).toEqual(stopped);
      await custody.resumeAllOf(staff, actor.userId);
      expect(await stateOf(shop, id)).toEqual(serving);
    });

    it('keeps nothing running when staff resume one while the account is being taken out', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { actor, id } = await own(shop);
        await custody.suspend(staff, id, WHY);
        await Promise.all([
          custody.resume(staff, id, WHY),
          custody.suspendAllOf(staff, actor.userId),
        ]);
        await until(async () => !(await stateOf(shop, id))!.due);
        expect(await stateOf(shop, id)).toEqual(stopped);
      }
    });

    it('gets nothing that serves out of a purchase that was under way', async () => {
      for (let round = 0; round < 8; round += 1) {
        const actor = await shop.customer(100_000);
        const [receipt] = await Promise.all([
          shop.purchases.buyPool(actor, poolWish()),
          custody.suspendAllOf(staff, actor.userId),
        ]);
        const { id } = receipt.proxies[0]!;
        await until(async () => !(await stateOf(shop, id))!.due);
        expect(await stateOf(shop, id)).toEqual(stopped);
      }
    });

    it('loses many proxies in one go', async () => {
      const actor = await shop.customer(100_000);
      const ids = (await Promise.all(Array.from({ length: 20 }, () => own(shop, actor)))).map(
        (p) => p.id,
      );
      await custody.suspendAllOf(staff, actor.userId);
      for (const id of ids) expect(await stateOf(shop, id)).toEqual(stopped);
    });
  });
});
