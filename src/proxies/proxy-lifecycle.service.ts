import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import type { AuditAction } from '../audit/audit.types';
import { MAX_ID } from '../common/http/request.pipes';
import type { Actor } from '../common/security/actor';
import { UnitOfWork } from '../database/unit-of-work';
import {
  alreadySuspended,
  notSuspendedByOwner,
  notSuspendedByStaff,
  orderRefunded,
  proxyNotActive,
  proxyNotFound,
  suspendedByOwner,
  suspendedWithAccount,
  unknownProxy,
} from './proxies.errors';
import { ProxyCredentialsService } from './proxy-credentials.service';
import { AccountSuspension } from './proxy.entity';
import { lockedInOrder, lockOwnerShared } from './proxy.sql';
import type { ProxyStatus } from './proxy.types';
import { AutoRenewalSettingsService } from './renewal/auto-renewal-settings.service';

interface ProxyState {
  readonly id: number;
  readonly uuid: string;
  readonly userId: number;
  readonly status: ProxyStatus;
  readonly isExpired: boolean;
  readonly suspendedByStaff: boolean;
  readonly suspendedByOwner: boolean;
  /** Whether somebody else suspended it, whom its owner has to ask. */
  readonly isSuspendedByOthers: boolean;
  /** The order was refunded, so the proxy never becomes active again. */
  readonly isRefunded: boolean;
}

const NOT_EXPIRED = `status <> 'expired' AND expires_at > now()`;
const ORDER_REFUNDED = `(proxy.refunded_at IS NOT NULL)`;
const ACCOUNT_SUSPENDED = `EXISTS (SELECT FROM account_suspension h WHERE h.user_id = proxy.user_id)`;

/**
 * Suspends and resumes proxies and reissues their credentials; gateways hear of it with the commit. A proxy is suspended by
 * staff, by its owner or with its account; each suspension is lifted separately. The conditions read account suspensions in
 * the statement that changes the status.
 */
@Injectable()
export class ProxyLifecycleService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly credentials: ProxyCredentialsService,
    private readonly autoRenewals: AutoRenewalSettingsService,
    private readonly audit: AuditService,
  ) {}

  /** @param reason written to the audit log. */
  async suspend(actor: Actor, id: number, reason: string): Promise<void> {
    await this.uow.run(async () => {
      const suspended = await this.update(
        `UPDATE proxy SET suspended_by_staff = true, status = 'suspended', updated_at = now()
         WHERE id = $1 AND ${NOT_EXPIRED} AND NOT suspended_by_staff`,
        [id],
      );
      if (!suspended) throw toSuspendError(await this.getState(id));
      await this.autoRenewals.stop([id], 'proxy_suspended');
      await this.record(actor, 'proxy.suspended', id, `Proxy ${id} suspended: ${reason}`);
    });
  }

  /** Lifts the suspension by staff; the proxy stays suspended while its account is. */
  async resume(actor: Actor, id: number, reason: string): Promise<void> {
    await this.uow.run(async () => {
      await this.lockOwner((await this.getState(id)).userId);
      const resumed = await this.update(
        `UPDATE proxy SET suspended_by_staff = false,
           status = CASE WHEN suspended_by_owner OR ${ACCOUNT_SUSPENDED} THEN 'suspended' ELSE 'active' END, updated_at = now()
         WHERE id = $1 AND ${NOT_EXPIRED} AND suspended_by_staff AND NOT ${ORDER_REFUNDED}`,
        [id],
      );
      if (!resumed) throw toResumeError(await this.getState(id));
      await this.record(actor, 'proxy.resumed', id, `Proxy ${id} resumed: ${reason}`);
    });
  }

  /** Replaces username and password of any proxy; the old ones stop working. */
  async reissueCredentials(actor: Actor, id: number, reason: string): Promise<void> {
    const proxy = await this.getState(id);
    await this.reissue(actor, proxy, `New credentials for proxy ${id}: ${reason}`);
  }

  /** Replaces the credentials of an own proxy, also of one that its owner suspended. */
  async reissueOwnCredentials(actor: Actor, id: number): Promise<void> {
    const proxy = await this.getOwnState(actor, id);
    if (!proxy.isExpired && proxy.isSuspendedByOthers) throw proxyNotActive('suspended');
    await this.reissue(actor, proxy, `New credentials for proxy ${id}, asked for by its owner`);
  }

  /** Takes an own proxy out of service until its owner resumes it. Its end stays. */
  suspendOwn(actor: Actor, id: number): Promise<void> {
    return this.uow.run(async () => {
      // Before the proxy, as everybody else: the audit row locks the owner as its actor.
      await this.lockOwner(actor.userId);
      const suspended = await this.update(
        `UPDATE proxy SET suspended_by_owner = true, status = 'suspended', updated_at = now()
         WHERE id = $2 AND user_id = $1 AND ${NOT_EXPIRED} AND NOT suspended_by_owner`,
        [actor.userId, id],
      );
      if (!suspended) throw toSuspendError(await this.getOwnState(actor, id));
      const details = `Proxy ${id} suspended by its owner`;
      await this.record(actor, 'proxy.suspended_by_owner', id, details);
    });
  }

  /**
   * Lifts the owner's suspension; the proxy stays suspended by staff or with its account.
   * @returns whether it is in service again.
   */
  resumeOwn(actor: Actor, id: number): Promise<boolean> {
    return this.uow.run(async () => {
      await this.lockOwner(actor.userId);
      const resumed = await this.update(
        `UPDATE proxy SET suspended_by_owner = false,
           status = CASE WHEN suspended_by_staff OR ${ACCOUNT_SUSPENDED} THEN 'suspended' ELSE 'active' END, updated_at = now()
         WHERE id = $2 AND user_id = $1 AND ${NOT_EXPIRED} AND suspended_by_owner`,
        [actor.userId, id],
      );
      if (!resumed) throw toOwnResumeError(await this.getOwnState(actor, id));
      await this.record(actor, 'proxy.resumed_by_owner', id, `Proxy ${id} resumed by its owner`);
      return (await this.getState(id)).status === 'active';
    });
  }

  /** Suspends all proxies of a user, including those that are being bought. Joins a unit of work. */
  async suspendAccount(actor: Actor, userId: number): Promise<void> {
    await this.uow.run(async () => {
      await this.lockOwner(userId);
      await this.uow
        .requireTransaction()
        .createQueryBuilder()
        .insert()
        .into(AccountSuspension)
        .values({ userId })
        .orIgnore()
        .execute();
      const count = await this.update(
        `UPDATE proxy SET status = 'suspended', updated_at = now()
         WHERE ${lockedInOrder(`user_id = $1 AND status = 'active'`)}`,
        [userId],
      );
      await this.recordAccountChange(actor, 'suspended', userId, count);
    });
  }

  /** Resumes the proxies that were suspended only with the account. Joins a unit of work. */
  async resumeAccount(actor: Actor, userId: number): Promise<void> {
    await this.uow.run(async () => {
      await this.lockOwner(userId);
      await this.uow.requireTransaction().delete(AccountSuspension, { userId });
      const count = await this.update(
        `UPDATE proxy SET status = 'active', updated_at = now()
         WHERE ${lockedInOrder(`user_id = $1 AND status = 'suspended' AND NOT suspended_by_staff
           AND NOT suspended_by_owner AND ${NOT_EXPIRED}`)}`,
        [userId],
      );
      await this.recordAccountChange(actor, 'resumed', userId, count);
    });
  }

  /**
   * Serializes account suspensions of one user until the unit of work ends. Purchases wait too, through the foreign key of
   * their charge on this row.
   */
  private async lockOwner(userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`SELECT id FROM users WHERE id = $1 FOR UPDATE`, [userId]);
  }

  private async reissue(actor: Actor, { id, uuid }: ProxyState, details: string): Promise<void> {
    await this.uow.run(async () => {
      await lockOwnerShared(this.uow, actor.userId);
      const { username, passwordEncrypted, passwordDigest } = this.credentials.issue(uuid);
      const reissued = await this.update(
        `UPDATE proxy SET username = $2, password_encrypted = $3, password_digest = $4, updated_at = now()
         WHERE id = $1 AND ${NOT_EXPIRED}`,
        [id, username, passwordEncrypted, passwordDigest],
      );
      if (!reissued) throw proxyNotActive('expired');
      await this.record(actor, 'proxy.credentials_reissued', id, details);
    });
  }

  private async getOwnState({ userId }: Actor, id: number): Promise<ProxyState> {
    const proxy = await this.find(id, userId);
    if (!proxy) throw proxyNotFound();
    return proxy;
  }

  private async getState(id: number): Promise<ProxyState> {
    const proxy = await this.find(id);
    if (!proxy) throw unknownProxy();
    return proxy;
  }

  async find(id: number, ownerId: number | null = null): Promise<ProxyState | null> {
    if (id < 1 || id > MAX_ID) return null;
    const [row] = await this.uow.manager.query<ProxyState[]>(
      `SELECT id, uuid, user_id AS "userId", status,
              (status = 'expired' OR expires_at <= now()) AS "isExpired",
              suspended_by_staff AS "suspendedByStaff",
              suspended_by_owner AS "suspendedByOwner",
              (suspended_by_staff OR ${ACCOUNT_SUSPENDED}
                OR (status = 'suspended' AND NOT suspended_by_owner)) AS "isSuspendedByOthers",
              ${ORDER_REFUNDED} AS "isRefunded"
       FROM proxy WHERE id = $1 AND ($2::int IS NULL OR user_id = $2)`,
      [id, ownerId],
    );
    return row ?? null;
  }

  /** @returns how many proxies were changed. */
  private async update(statement: string, values: unknown[]): Promise<number> {
    const [, count] = await this.uow
      .requireTransaction()
      .query<[unknown[], number]>(statement, values);
    return count;
  }

  private async recordAccountChange(
    actor: Actor,
    change: 'suspended' | 'resumed',
    userId: number,
    count: number,
  ): Promise<void> {
    if (!count) return;
    await this.audit.record(actor, {
      action: `proxy.${change}`,
      target: `user:${userId}`,
      details: `${count} proxies of user ${userId} ${change} with the account`,
    });
  }

  private record(actor: Actor, action: AuditAction, id: number, details: string): Promise<void> {
    return this.audit.record(actor, { action, target: `proxy:${id}`, details });
  }
}

const toSuspendError = (proxy: ProxyState) =>
  proxy.isExpired ? proxyNotActive('expired') : alreadySuspended();

const toOwnResumeError = (proxy: ProxyState) =>
  proxy.isExpired ? proxyNotActive('expired') : notSuspendedByOwner();

const toResumeError = (proxy: ProxyState) => {
  // It is expired as well.
  if (proxy.isRefunded) return orderRefunded();
  if (proxy.isExpired) return proxyNotActive('expired');
  if (proxy.suspendedByOwner) return suspendedByOwner();
  // Staff may have suspended it since.
  const isWithAccount = proxy.status === 'suspended' && !proxy.suspendedByStaff;
  return isWithAccount ? suspendedWithAccount() : notSuspendedByStaff();
};
