import type { Actor } from '../../../src/common/security/actor';
import { ProviderAgreement } from '../../../src/proxies/custody/provider-agreement';
import { ProxyCustodyService } from '../../../src/proxies/custody/proxy-custody.service';
import { ExpiryService } from '../../../src/proxies/expiry.service';
import { ProxiesService } from '../../../src/proxies/proxies.service';
import { openShop, poolWish, refusal, tally, until, type Shop } from './shop';

const WHY = 'Abuse reported';

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

  const own = async (owner?: Actor) => {
    const actor = owner ?? (await shop.customer(100_000));
    const { proxies } = await shop.purchases.buyPool(actor, poolWish());
    return { actor, id: proxies[0]!.id, proxy: proxies[0]! };
  };
  /** Status of our row, of the view the gateway reads, and whether the provider is to be told. */
  const state = async (id: number) => {
    const [row] = await shop.sql<{ ours: string; theirs: string; due: boolean }>(
      `SELECT p.status AS ours, c.status AS theirs, p.provider_due_at IS NOT NULL AS due
       FROM proxy p JOIN gateway_account a ON a.api_id = p.proxy_api_id
       JOIN gateway_credential c ON c.proxy_id = a.id WHERE p.id = $1`,
      [id],
    );
    return row;
  };
  const serving = { ours: 'active', theirs: 'active', due: false };
  const stopped = { ours: 'suspended', theirs: 'suspended', due: false };
  const audited = async (action: string, target: string) =>
    (
      await shop.sql<{ actor_name: string; details: string }>(
        `SELECT actor_name, details FROM audit_log WHERE action = $1 AND target = $2 ORDER BY id`,
        [action, target],
      )
    ).map(({ actor_name, details }) => `${actor_name}: ${details}`);
  const outcome = (work: Promise<unknown>) => work.then(() => 'done', refusal.bind(null, work));
  const end = (id: number) =>
    shop.sql(`UPDATE proxy SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);

  describe('suspending one', () => {
    it('stops it at the gateway, tells the audit why, and resuming brings it back', async () => {
      const { id } = await own();
      await custody.suspend(staff, id, WHY);
      expect(await state(id)).toEqual(stopped);
      await custody.resume(staff, id, 'It was a mistake');
      expect(await state(id)).toEqual(serving);
      expect(await audited('proxy.suspended', `proxy:${id}`)).toEqual([
        `Chief Admin: Proxy ${id} suspended: ${WHY}`,
      ]);
      expect(await audited('proxy.resumed', `proxy:${id}`)).toEqual([
        `Chief Admin: Proxy ${id} resumed: It was a mistake`,
      ]);
    });

    it('happens once, however many ask at once', async () => {
      const { id } = await own();
      const all = Array.from({ length: 8 }, () => outcome(custody.suspend(staff, id, WHY)));
      expect(tally(await Promise.all(all))).toEqual({ done: 1, 'conflict ALREADY_SUSPENDED': 7 });
      expect(await state(id)).toEqual(stopped);
      expect(await audited('proxy.suspended', `proxy:${id}`)).toHaveLength(1);
    });

    it('ends in what was wished for last, whatever order the provider is told in', async () => {
      const { id } = await own();
      for (let round = 0; round < 10; round += 1) {
        await Promise.all([
          outcome(custody.suspend(staff, id, WHY)),
          outcome(custody.resume(staff, id, WHY)),
          agreement.settle(),
        ]);
        await until(async () => !(await state(id))!.due);
        const { ours, theirs } = (await state(id))!;
        expect(theirs).toBe(ours);
      }
    });

    it('leaves one or the other standing when its time ends at that moment, never both', async () => {
      const expiry = shop.module.get(ExpiryService, { strict: false });
      for (let round = 0; round < 8; round += 1) {
        const { id } = await own();
        await end(id);
        const [asked] = await Promise.all([
          outcome(custody.suspend(staff, id, WHY)),
          expiry.expireDue(),
        ]);
        expect(asked).toBe('conflict PROXY_EXPIRED');
        expect((await state(id))!.ours).toBe('expired');
        expect(await refusal(custody.resume(staff, id, WHY))).toBe('conflict PROXY_EXPIRED');
      }
    });

    it('ends a suspended proxy in its time and leaves nothing due', async () => {
      const { id } = await own();
      jest
        .spyOn(shop.provider, 'suspend')
        .mockResolvedValueOnce({ outcome: 'unknown', reason: '' });
      await custody.suspend(staff, id, WHY);
      await end(id);
      await shop.module.get(ExpiryService, { strict: false }).expireDue();
      await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
      await agreement.settle();
      expect(await state(id)).toMatchObject({ ours: 'expired', due: false });
    });

    it.each([
      ['nothing there', 'suspend', 2_000_000_000, 'not_found PROXY_NOT_FOUND'],
      ['nothing there', 'resume', 0, 'not_found PROXY_NOT_FOUND'],
    ] as const)('says so when there is %s to %s', async (_what, verb, id, expected) => {
      expect(await refusal(custody[verb](staff, id, WHY))).toBe(expected);
    });

    it('does not resume what is not suspended', async () => {
      const { id } = await own();
      expect(await refusal(custody.resume(staff, id, WHY))).toBe('conflict NOT_SUSPENDED');
    });
  });

  describe('a provider that does not answer', () => {
    it('is told by the sweep what was committed before a crash', async () => {
      const { id } = await own();
      // As a process leaves it that dies between the commit and the call.
      await shop.sql(
        `UPDATE proxy SET status = 'suspended', suspended_by_staff = true, provider_due_at = now()
         WHERE id = $1`,
        [id],
      );
      expect((await state(id))!.theirs).toBe('active');
      await agreement.settle();
      expect(await state(id)).toEqual(stopped);
    });

    it('is asked again until it has taken over the status', async () => {
      const { id } = await own();
      const suspend = jest
        .spyOn(shop.provider, 'suspend')
        .mockResolvedValueOnce({ outcome: 'unknown', reason: 'silence' })
        .mockRejectedValueOnce(new Error('a surprise'));
      await custody.suspend(staff, id, WHY);
      for (const calls of [1, 2]) {
        expect(suspend).toHaveBeenCalledTimes(calls);
        expect(await state(id)).toEqual({ ours: 'suspended', theirs: 'active', due: true });
        expect(await agreement.settle()).toBe(0);
        await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
        await agreement.settle();
      }
      expect(await state(id)).toEqual(stopped);
    });

    it('is told the newest wish by whoever is telling it an older one', async () => {
      const { id } = await own();
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
      expect(await state(id)).toEqual(serving);
    });

    it('that knows nothing of the proxy is reported to staff, once', async () => {
      const { id } = await own();
      jest.spyOn(shop.provider, 'suspend').mockResolvedValue({ outcome: 'missing' });
      await custody.suspend(staff, id, WHY);
      expect(await state(id)).toMatchObject({ ours: 'suspended', due: false });
      expect(await audited('system.alert_raised', `proxy:${id}`)).toHaveLength(1);
    });
  });

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
      const { actor, id, proxy } = await own();
      await custody.reissueOwn(actor, id);
      const second = await credentials(actor, id);
      expect(second.username).not.toBe(proxy.username);
      expect(second.password).not.toBe(proxy.password);
      await custody.reissueCredentials(staff, id, WHY);
      const third = await credentials(actor, id);
      expect(third.password).not.toBe(second.password);
      expect(await atGateway(id)).toBe(third.username);
      expect(await audited('proxy.credentials_reissued', `proxy:${id}`)).toEqual([
        `Ada Obi: New credentials for proxy ${id}, asked for by its owner`,
        `Chief Admin: New credentials for proxy ${id}: ${WHY}`,
      ]);
    });

    it("are not somebody else's to ask for, nor for what is over or suspended", async () => {
      const { actor, id, proxy } = await own();
      const stranger = await shop.customer();
      expect(await refusal(custody.reissueOwn(stranger, id))).toBe('not_found PROXY_NOT_FOUND');
      await custody.suspend(staff, id, WHY);
      expect(await refusal(custody.reissueOwn(actor, id))).toBe('conflict PROXY_SUSPENDED');
      await end(id);
      expect(await refusal(custody.reissueOwn(actor, id))).toBe('conflict PROXY_EXPIRED');
      expect(await atGateway(id)).toBe(proxy.username);
    });

    it('come out the same on both sides when many ask at once', async () => {
      const { actor, id } = await own();
      const asked = Array.from({ length: 6 }, () => outcome(custody.reissueOwn(actor, id)));
      expect(tally(await Promise.all(asked))).toEqual({ done: 6 });
      expect((await credentials(actor, id)).username).toBe(await atGateway(id));
      expect((await state(id))!.due).toBe(false);
    });

    it('are made again when nobody knows whether they were', async () => {
      const { actor, id } = await own();
      const real = shop.provider.reissueCredentials.bind(shop.provider);
      jest.spyOn(shop.provider, 'reissueCredentials').mockImplementationOnce(async (apiId) => {
        await real(apiId);
        return { outcome: 'unknown', reason: 'the answer was lost' };
      });
      expect(await refusal(custody.reissueOwn(actor, id))).toBe(
        'upstream_failed CREDENTIALS_PENDING',
      );
      expect((await credentials(actor, id)).username).not.toBe(await atGateway(id));
      await shop.sql(`UPDATE proxy SET provider_due_at = now() WHERE id = $1`, [id]);
      await agreement.settle();
      expect((await credentials(actor, id)).username).toBe(await atGateway(id));
      expect(await state(id)).toEqual(serving);
    });

    it('that the provider refuses leave the old ones in use', async () => {
      const { actor, id, proxy } = await own();
      jest
        .spyOn(shop.provider, 'reissueCredentials')
        .mockResolvedValueOnce({ outcome: 'rejected', reason: 'no' });
      expect(await refusal(custody.reissueOwn(actor, id))).toBe(
        'upstream_failed CREDENTIALS_REFUSED',
      );
      expect(await credentials(actor, id)).toEqual({
        username: proxy.username,
        password: proxy.password,
      });
      expect(await audited('system.alert_raised', `proxy:${id}`)).toHaveLength(1);
    });
  });

  describe('an owner out of use', () => {
    it('loses all service at once and gets it back, but for what staff had suspended', async () => {
      const { actor, id } = await own();
      const { id: bad } = await own(actor);
      const { id: theirs } = await own();
      await custody.suspend(staff, bad, WHY);
      await custody.suspendAllOf(staff, actor.userId);
      expect(await state(id)).toEqual(stopped);
      expect(await state(theirs)).toEqual(serving);
      expect(await refusal(custody.resume(staff, id, WHY))).toBe('conflict SUSPENDED_WITH_OWNER');
      await custody.resumeAllOf(staff, actor.userId);
      expect(await state(id)).toEqual(serving);
      expect(await state(bad)).toEqual(stopped);
      expect(await audited('proxy.suspended', `user:${actor.userId}`)).toEqual([
        `Chief Admin: 1 proxies of user ${actor.userId} suspended with the account`,
      ]);
    });

    it('keeps them stopped when staff lift their own suspension', async () => {
      const { actor, id } = await own();
      await custody.suspend(staff, id, WHY);
      await custody.suspendAllOf(staff, actor.userId);
      await custody.resume(staff, id, WHY);
      expect(await state(id)).toEqual(stopped);
      await custody.resumeAllOf(staff, actor.userId);
      expect(await state(id)).toEqual(serving);
    });

    it('keeps nothing running when staff resume one while the account is being taken out', async () => {
      for (let round = 0; round < 8; round += 1) {
        const { actor, id } = await own();
        await custody.suspend(staff, id, WHY);
        await Promise.all([
          custody.resume(staff, id, WHY),
          custody.suspendAllOf(staff, actor.userId),
        ]);
        await until(async () => !(await state(id))!.due);
        expect(await state(id)).toEqual(stopped);
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
        await until(async () => !(await state(id))!.due);
        expect(await state(id)).toEqual(stopped);
      }
    });

    it('loses many proxies in one go', async () => {
      const actor = await shop.customer(100_000);
      const ids = (await Promise.all(Array.from({ length: 20 }, () => own(actor)))).map(
        (p) => p.id,
      );
      await custody.suspendAllOf(staff, actor.userId);
      for (const id of ids) expect(await state(id)).toEqual(stopped);
    });
  });
});
