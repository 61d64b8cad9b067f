import { AuditService } from '../../../src/audit/audit.service';
import type { Actor } from '../../../src/common/security/actor';
import { ProxyExpiryService } from '../../../src/proxies/proxy-expiry.service';
import { ProxyLifecycleService } from '../../../src/proxies/proxy-lifecycle.service';
import { OrderRefundService } from '../../../src/proxies/refunds/order-refund.service';
import { AutoRenewalSettingsService } from '../../../src/proxies/renewal/auto-renewal-settings.service';
import { waitForLockWaits } from '../../support/lock-waits';
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
import { catchErrorCode, useProxiesTestApp } from './proxies-test-app';

describe('What suspensions and ends leave behind', () => {
  const app = useProxiesTestApp();
  let lifecycle: ProxyLifecycleService;
  let expiry: ProxyExpiryService;
  let staff: Actor;

  beforeAll(async () => {
    const get = <T>(service: new (...args: never[]) => T): T =>
      app.module.get(service as never, { strict: false });
    lifecycle = get(ProxyLifecycleService);
    expiry = get(ProxyExpiryService);
    staff = { ...(await app.createCustomer()), name: 'Chief Admin', role: 'admin' };
  });
  afterEach(() => jest.restoreAllMocks());

  const enableAutoRenewal = (actor: Actor, id: number) =>
    app.module
      .get(AutoRenewalSettingsService, { strict: false })
      .enable(actor, id, { gigabytes: 1 });
  const getStop = async (id: number) => {
    const [row] = await app.sql<{ enabled: boolean; reason: string | null }>(
      `SELECT enabled, stopped_reason AS reason FROM proxy_auto_renewal WHERE proxy_id = $1`,
      [id],
    );
    return row;
  };
  const readAudit = (target: string) =>
    app.sql(
      `SELECT actor_name AS actor, action, details FROM audit_log
       WHERE target = $1 AND action LIKE 'proxy.%' ORDER BY id`,
      [target],
    );
  const countAudit = async () => {
    const [row] = await app.sql<{ rows: number }>(`SELECT count(*)::int AS rows FROM audit_log`);
    return row!.rows;
  };

  it('should audit the end of one proxy with it as the target, and stop its automatic renewal', async () => {
    const { actor, id } = await buyProxy(app);
    await enableAutoRenewal(actor, id);
    await expireProxy(app, id);
    await expiry.expireDue();
    expect(await getStop(id)).toEqual({ enabled: false, reason: 'proxy_expired' });
    expect((await readAudit(`proxy:${id}`)).slice(-2)).toEqual([
      {
        actor: 'system',
        action: 'proxy.auto_renewal_stopped',
        details: `Automatic renewal of proxy ${id} stopped: proxy_expired`,
      },
      { actor: 'system', action: 'proxy.expired', details: `1 proxies reached their end: ${id}` },
    ]);
  });

  it('should audit the end of several proxies in one row', async () => {
    const ids = [(await buyProxy(app)).id, (await buyProxy(app)).id];
    for (const id of ids) await expireProxy(app, id);
    await expiry.expireDue();
    expect((await readAudit('proxies')).slice(-1)).toEqual([
      {
        actor: 'system',
        action: 'proxy.expired',
        details: expect.stringMatching(
          new RegExp(
            `^2 proxies reached their end: (${ids.join(', ')}|${ids.reverse().join(', ')})$`,
          ),
        ),
      },
    ]);
  });

  it('should write nothing when no proxy is due', async () => {
    await expiry.expireDue();
    const before = await countAudit();
    const record = jest.spyOn(app.module.get(AuditService, { strict: false }), 'record');
    expect(await expiry.expireDue()).toBe(0);
    expect(record).not.toHaveBeenCalled();
    expect(await countAudit()).toBe(before);
  });

  it('should stop automatic renewal with the suspension', async () => {
    const { actor, id } = await buyProxy(app);
    await enableAutoRenewal(actor, id);
    await lifecycle.suspend(staff, id, REASON);
    expect(await getStop(id)).toEqual({ enabled: false, reason: 'proxy_suspended' });
  });

  it('should not resume the proxy of a refunded order', async () => {
    const { actor, id } = await buyProxy(app);
    const { orderId } = await app.find(actor, id);
    await app.module.get(OrderRefundService, { strict: false }).refund(staff, orderId, REASON);
    expect(await catchErrorCode(lifecycle.resume(staff, id, REASON))).toBe(
      'conflict ORDER_REFUNDED',
    );
    expect((await getProxyState(app, id))!.status).toBe('expired');
    expect(await getAuditDetails(app, 'proxy.resumed', `proxy:${id}`)).toEqual([]);
  });

  it('should audit the resumption of an account, and nothing for one without proxies', async () => {
    const { actor } = await buyProxy(app);
    await lifecycle.suspendAccount(staff, actor.userId);
    await lifecycle.resumeAccount(staff, actor.userId);
    expect(await readAudit(`user:${actor.userId}`)).toEqual(
      ['suspended', 'resumed'].map((what) => ({
        actor: 'Chief Admin',
        action: `proxy.${what}`,
        details: `1 proxies of user ${actor.userId} ${what} with the account`,
      })),
    );
    const idle = await app.createCustomer();
    await lifecycle.suspendAccount(staff, idle.userId);
    await lifecycle.resumeAccount(staff, idle.userId);
    expect(await readAudit(`user:${idle.userId}`)).toEqual([]);
  });

  it('should suspend an account twice, and resume only what has not ended', async () => {
    const { actor, id } = await buyProxy(app);
    const { id: ended } = await buyProxy(app, actor);
    await lifecycle.suspendAccount(staff, actor.userId);
    await lifecycle.suspendAccount(staff, actor.userId);
    await expireProxy(app, ended);
    await lifecycle.resumeAccount(staff, actor.userId);
    expect(await getProxyState(app, id)).toEqual(ACTIVE_STATE);
    expect((await getProxyState(app, ended))!.status).toBe('suspended');
    expect(await getAuditDetails(app, 'proxy.suspended', `user:${actor.userId}`)).toHaveLength(1);
  });

  it('should audit new credentials with who asked for them', async () => {
    const { actor, id } = await buyProxy(app);
    await lifecycle.reissueOwnCredentials(actor, id);
    await lifecycle.reissueCredentials(staff, id, REASON);
    expect(await getAuditDetails(app, 'proxy.credentials_reissued', `proxy:${id}`)).toEqual([
      `${actor.name}: New credentials for proxy ${id}, asked for by its owner`,
      `Chief Admin: New credentials for proxy ${id}: ${REASON}`,
    ]);
  });

  it('should find proxies by ids of the column only', async () => {
    const { actor, id } = await buyProxy(app);
    const [{ first }] = (await app.sql<{ first: number }>(
      `SELECT min(id)::int AS first FROM proxy`,
    )) as [{ first: number }];
    expect(first).toBe(1);
    expect(await lifecycle.find(first)).toMatchObject({ id: first });
    expect(await lifecycle.find(id, actor.userId)).toMatchObject({
      status: 'active',
      isExpired: false,
      suspendedByStaff: false,
      isRefunded: false,
    });
    expect(await lifecycle.find(id, staff.userId)).toBeNull();
    for (const unknown of [0, -1, 2_147_483_647, 2_147_483_648, 9e15])
      expect(await lifecycle.find(unknown)).toBeNull();
  });

  it.each(['resume', 'suspendAccount', 'resumeAccount'] as const)(
    'should %s after a concurrent change of the owner',
    async (verb) => {
      const { actor, id } = await buyProxy(app);
      if (verb === 'resume') await lifecycle.suspend(staff, id, REASON);
      if (verb === 'resumeAccount') await lifecycle.suspendAccount(staff, actor.userId);
      const other = app.dataSource.createQueryRunner();
      await other.startTransaction();
      await other.query(`SELECT FROM users WHERE id = $1 FOR UPDATE`, [actor.userId]);
      const pending = getOutcome(
        verb === 'resume'
          ? lifecycle.resume(staff, id, REASON)
          : lifecycle[verb](staff, actor.userId),
      );
      try {
        await waitForLockWaits(app, 1);
      } finally {
        await other.rollbackTransaction();
      }
      await other.release();
      expect(await pending).toBe('done');
      expect(await getProxyState(app, id)).toEqual(
        verb === 'suspendAccount' ? SUSPENDED_STATE : ACTIVE_STATE,
      );
    },
  );
});
