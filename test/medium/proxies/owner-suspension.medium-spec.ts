import type { Actor } from '../../../src/common/security/actor';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import {
  ACTIVE_STATE,
  buyProxy,
  expireProxy,
  getAuditDetails,
  getOutcome,
  getProxyState,
  REASON,
  SUSPENDED_STATE,
} from './lifecycle-helpers';
import { countOutcomes, useProxiesTestApp } from './proxies-test-app';

describe('Suspension by the owner', () => {
  const app = useProxiesTestApp();
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
