import type { Actor } from '../../../src/common/security/actor';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
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
import { useProxiesTestApp, poolRequest, catchErrorCode, countOutcomes } from './proxies-test-app';

const app = useProxiesTestApp();

describe('ProxyLifecycleService', () => {
  let lifecycle: ProxyLifecycleService;
  let staff: Actor;

  beforeAll(async () => {
    lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    staff = { ...(await app.createCustomer()), name: 'Chief Admin', role: 'admin' };
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

    it('should end concurrent suspends and resumes in the status that the last of them left', async () => {
      const { id } = await buyProxy(app);
      for (let round = 0; round < 10; round += 1) {
        const outcomes = await Promise.all([
          getOutcome(lifecycle.suspend(staff, id, REASON)),
          getOutcome(lifecycle.resume(staff, id, REASON)),
          getOutcome(lifecycle.suspend(staff, id, REASON)),
        ]);
        for (const outcome of outcomes)
          expect(outcome).toMatch(/^(done|conflict (ALREADY|NOT)_SUSPENDED)$/);
        const [last] = await app.sql<{ action: string }>(
          `SELECT action FROM audit_log WHERE target = $1 AND action IN ('proxy.suspended', 'proxy.resumed')
           ORDER BY id DESC LIMIT 1`,
          [`proxy:${id}`],
        );
        expect(await getProxyState(app, id)).toEqual(
          last!.action === 'proxy.suspended' ? SUSPENDED_STATE : ACTIVE_STATE,
        );
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

    it('should expire a suspended proxy', async () => {
      const { id } = await buyProxy(app);
      await lifecycle.suspend(staff, id, REASON);
      await expireProxy(app, id);
      await app.module.get(ProxyExpiryService, { strict: false }).expireDue();
      expect(await getProxyState(app, id)).toEqual({ status: 'expired', gatewayStatus: 'expired' });
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
        expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
      }
    });

    it('should suspend the proxies of a purchase that races with the account suspension', async () => {
      for (let round = 0; round < 8; round += 1) {
        const actor = await app.createCustomer(100_000);
        const [receipt] = await Promise.all([
          app.orders.buyPool(actor, poolRequest()),
          lifecycle.suspendAccount(staff, actor.userId),
        ]);
        const { id } = receipt.proxies[0]!;
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

describe('Suspension by the owner', () => {
  let lifecycle: ProxyLifecycleService;
  let staff: Actor;

  beforeAll(async () => {
    lifecycle = app.module.get(ProxyLifecycleService, { strict: false });
    staff = { ...(await app.createCustomer()), name: 'Chief Admin', role: 'admin' };
  });

  it('should stop and restart the own proxy only, and record both', async () => {
    const { actor, id } = await buyProxy(app);
    const other = await app.createCustomer();
    await expect(lifecycle.suspendOwn(other, id)).rejects.toMatchObject({
      code: 'PROXY_NOT_FOUND',
    });
    await lifecycle.suspendOwn(actor, id);
    expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
    await expect(lifecycle.resumeOwn(other, id)).rejects.toMatchObject({ code: 'PROXY_NOT_FOUND' });
    expect(await lifecycle.resumeOwn(actor, id)).toBe(true);
    expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
    for (const action of ['proxy.suspended_by_owner', 'proxy.resumed_by_owner'])
      expect(await getAuditDetails(app, action, `proxy:${id}`)).toHaveLength(1);
    await expect(lifecycle.resumeOwn(actor, id)).rejects.toMatchObject({ code: 'NOT_SUSPENDED' });
  });

  it('should be lifted neither by staff nor with the account, nor lift theirs', async () => {
    const { actor, id } = await buyProxy(app);
    await lifecycle.suspendOwn(actor, id);
    await expect(lifecycle.resume(staff, id, REASON)).rejects.toMatchObject({
      code: 'SUSPENDED_BY_OWNER',
    });
    await lifecycle.suspend(staff, id, REASON);
    expect(await lifecycle.resumeOwn(actor, id)).toBe(false);
    expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
    await lifecycle.suspendOwn(actor, id);
    await lifecycle.resume(staff, id, REASON);
    expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
    await lifecycle.suspendAccount(staff, actor.userId);
    await lifecycle.resumeAccount(staff, actor.userId);
    expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
    expect(await lifecycle.resumeOwn(actor, id)).toBe(true);
    expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
  });

  it('should happen once when eight requests come concurrently', async () => {
    const { actor, id } = await buyProxy(app);
    const all = Array.from({ length: 8 }, () => getOutcome(lifecycle.suspendOwn(actor, id)));
    expect(countOutcomes(await Promise.all(all))).toEqual({
      done: 1,
      'conflict ALREADY_SUSPENDED': 7,
    });
  });

  it('should end in a state that all suspensions explain, whatever races', async () => {
    const { actor, id } = await buyProxy(app);
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all([
        getOutcome(lifecycle.suspendOwn(actor, id)),
        getOutcome(lifecycle.resumeOwn(actor, id)),
        getOutcome(lifecycle.suspend(staff, id, REASON)),
        getOutcome(lifecycle.resume(staff, id, REASON)),
        getOutcome(lifecycle.suspendAccount(staff, actor.userId)),
        getOutcome(lifecycle.resumeAccount(staff, actor.userId)),
      ]);
      // A refusal, never a deadlock.
      for (const outcome of outcomes) expect(outcome).toMatch(/^(done|conflict [A-Z_]+)$/);
      const [row] = await app.sql<{ held: boolean; status: string }>(
        `SELECT status, suspended_by_owner OR suspended_by_staff
           OR EXISTS (SELECT FROM account_suspension s WHERE s.user_id = p.user_id) AS held
         FROM proxy p WHERE id = $1`,
        [id],
      );
      expect(row!.status).toBe(row!.held ? 'suspended' : 'active');
      expect((await getProxyState(app, id))!.gatewayStatus).toBe(row!.status);
    }
  });

  it('should let its owner change the password meanwhile, unless others suspended it too', async () => {
    const { actor, id } = await buyProxy(app);
    await lifecycle.suspendOwn(actor, id);
    await lifecycle.reissueOwnCredentials(actor, id);
    expect(await getProxyState(app, id)).toEqual(SUSPENDED_STATE);
    await lifecycle.suspend(staff, id, REASON);
    const refused = { code: 'PROXY_SUSPENDED' };
    await expect(lifecycle.reissueOwnCredentials(actor, id)).rejects.toMatchObject(refused);
    await lifecycle.resume(staff, id, REASON);
    await lifecycle.suspendAccount(staff, actor.userId);
    await expect(lifecycle.reissueOwnCredentials(actor, id)).rejects.toMatchObject(refused);
  });

  it('should keep its word while a renewal and the expiry race it', async () => {
    const { actor, id } = await buyProxy(app);
    const expiry = app.module.get(ProxyExpiryService, { strict: false });
    for (let round = 0; round < 10; round += 1) {
      await expireProxy(app, id);
      const key = `race-${id}-${round}`;
      const [, , renewed] = await Promise.all([
        getOutcome(round % 2 ? lifecycle.suspendOwn(actor, id) : lifecycle.resumeOwn(actor, id)),
        expiry.expireDue(),
        getOutcome(app.orders.extend(actor, id, 'renewal', { gigabytes: 1 }, key)),
        getOutcome(round % 2 ? lifecycle.resumeOwn(actor, id) : lifecycle.suspendOwn(actor, id)),
      ]);
      expect(renewed).toBe('done');
      const [row] = await app.sql<{ held: boolean; status: string; ended: boolean }>(
        `SELECT status, suspended_by_owner AS held, expires_at <= now() AS ended FROM proxy WHERE id = $1`,
        [id],
      );
      expect(row).toMatchObject({ ended: false, status: row!.held ? 'suspended' : 'active' });
      expect((await getProxyState(app, id))!.gatewayStatus).toBe(row!.status);
    }
  });

  it('should end with the proxy, of which nothing can be suspended any more', async () => {
    const { actor, id } = await buyProxy(app);
    await lifecycle.suspendOwn(actor, id);
    await expireProxy(app, id);
    await app.module.get(ProxyExpiryService, { strict: false }).expireDue();
    const expired = { code: 'PROXY_EXPIRED' };
    await expect(lifecycle.suspendOwn(actor, id)).rejects.toMatchObject(expired);
    await expect(lifecycle.resumeOwn(actor, id)).rejects.toMatchObject(expired);
  });
});
