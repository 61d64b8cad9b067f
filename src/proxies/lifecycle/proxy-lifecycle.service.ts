import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { AuditAction } from '../../audit/audit.types';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { holdOwner } from '../hold-owner';
import {
  alreadySuspended,
  notSuspendedByOwner,
  notSuspendedByStaff,
  orderRefunded,
  proxyNotActive,
  proxyNotFound,
  proxyNotFoundByStaff,
  suspendedByOwner,
  suspendedWithAccount,
} from '../proxies.errors';
import { ProxyLifecycleRepository, type ProxyState } from './proxy-lifecycle.repository';
import { ProxyCredentialsService } from '../proxy-credentials.service';
import { AutoRenewalOutcomeService } from '../renewal/auto/auto-renewal-outcome.service';

/**
 * Suspends and resumes proxies and reissues their credentials; gateways hear of it with the commit. A proxy is suspended by
 * staff, by its owner or with its account; each suspension is lifted separately.
 */
@Injectable()
export class ProxyLifecycleService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ProxyLifecycleRepository,
    private readonly credentials: ProxyCredentialsService,
    private readonly autoRenewals: AutoRenewalOutcomeService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param reason written to the audit log.
   * @throws DomainError not_found, conflict PROXY_EXPIRED or ALREADY_SUSPENDED.
   */
  async suspend(actor: Actor, id: number, reason: string): Promise<void> {
    await this.uow.run(async () => {
      if (!(await this.repository.suspend(id))) throw toSuspendError(await this.getState(id));
      await this.autoRenewals.stop([id], 'proxy_suspended');
      await this.record(actor, 'proxy.suspended', id, `Proxy ${id} suspended: ${reason}`);
    });
  }

  /**
   * Lifts the suspension by staff; the proxy stays suspended while its account is.
   * @throws DomainError not_found, conflict PROXY_EXPIRED, ORDER_REFUNDED, SUSPENDED_WITH_OWNER or
   * NOT_SUSPENDED.
   */
  async resume(actor: Actor, id: number, reason: string): Promise<void> {
    await this.uow.run(async () => {
      await this.repository.lockOwner((await this.getState(id)).userId);
      if (!(await this.repository.resume(id))) throw toResumeError(await this.getState(id));
      await this.record(actor, 'proxy.resumed', id, `Proxy ${id} resumed: ${reason}`);
    });
  }

  /**
   * Replaces username and password of any proxy; the old ones stop working.
   * @throws DomainError not_found, conflict PROXY_EXPIRED.
   */
  async reissueCredentials(actor: Actor, id: number, reason: string): Promise<void> {
    await this.reissue(
      actor,
      await this.getState(id),
      `New credentials for proxy ${id}: ${reason}`,
    );
  }

  /**
   * Replaces the credentials of an own proxy, also of one that its owner suspended.
   * @throws DomainError as `reissueCredentials`, and conflict PROXY_SUSPENDED.
   */
  async reissueOwnCredentials(actor: Actor, id: number): Promise<void> {
    const proxy = await this.getOwnState(actor, id);
    if (!proxy.isExpired && proxy.isSuspendedByOthers) throw proxyNotActive('suspended');
    await this.reissue(actor, proxy, `New credentials for proxy ${id}, asked for by its owner`);
  }

  /**
   * Takes an own proxy out of service until its owner resumes it. Its end stays.
   * @throws DomainError not_found, conflict PROXY_EXPIRED or ALREADY_SUSPENDED.
   */
  suspendOwn(actor: Actor, id: number): Promise<void> {
    return this.uow.run(async () => {
      // Before the proxy, as everybody else: the audit row locks the owner as its actor.
      await this.repository.lockOwner(actor.userId);
      if (!(await this.repository.suspendOwn(actor.userId, id)))
        throw toSuspendError(await this.getOwnState(actor, id));
      await this.record(
        actor,
        'proxy.suspended_by_owner',
        id,
        `Proxy ${id} suspended by its owner`,
      );
    });
  }

  /**
   * Lifts the owner's suspension; the proxy stays suspended by staff or with its account.
   * @returns whether it is in service again.
   * @throws DomainError not_found, conflict PROXY_EXPIRED or NOT_SUSPENDED.
   */
  resumeOwn(actor: Actor, id: number): Promise<boolean> {
    return this.uow.run(async () => {
      await this.repository.lockOwner(actor.userId);
      if (!(await this.repository.resumeOwn(actor.userId, id)))
        throw toOwnResumeError(await this.getOwnState(actor, id));
      await this.record(actor, 'proxy.resumed_by_owner', id, `Proxy ${id} resumed by its owner`);
      return (await this.getState(id)).status === 'active';
    });
  }

  /** Suspends all proxies of a user, including those that are being bought. Joins a unit of work. */
  async suspendAccount(actor: Actor, userId: number): Promise<void> {
    await this.uow.run(async () => {
      await this.repository.lockOwner(userId);
      const count = await this.repository.suspendAccount(userId);
      await this.recordAccountChange(actor, 'proxy.suspended', userId, count);
    });
  }

  /** Resumes the proxies that were suspended only with the account. Joins a unit of work. */
  async resumeAccount(actor: Actor, userId: number): Promise<void> {
    await this.uow.run(async () => {
      await this.repository.lockOwner(userId);
      const count = await this.repository.resumeAccount(userId);
      await this.recordAccountChange(actor, 'proxy.resumed', userId, count);
    });
  }

  private async reissue(actor: Actor, { id, uuid }: ProxyState, details: string): Promise<void> {
    await this.uow.run(async () => {
      await holdOwner(this.uow, actor.userId);
      if (!(await this.repository.setCredentials(id, this.credentials.issue(uuid))))
        throw proxyNotActive('expired');
      await this.record(actor, 'proxy.credentials_reissued', id, details);
    });
  }

  private async getOwnState({ userId }: Actor, id: number): Promise<ProxyState> {
    const proxy = await this.repository.find(id, userId);
    if (!proxy) throw proxyNotFound();
    return proxy;
  }

  private async getState(id: number): Promise<ProxyState> {
    const proxy = await this.repository.find(id);
    if (!proxy) throw proxyNotFoundByStaff();
    return proxy;
  }

  private async recordAccountChange(
    actor: Actor,
    action: AuditAction,
    userId: number,
    count: number,
  ) {
    if (!count) return;
    const what = action === 'proxy.suspended' ? 'suspended' : 'resumed';
    await this.audit.record(actor, {
      action,
      target: `user:${userId}`,
      details: `${count} proxies of user ${userId} ${what} with the account`,
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
