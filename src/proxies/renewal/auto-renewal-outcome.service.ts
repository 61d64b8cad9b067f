import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { formatNaira, type Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { AutoRenewalNotice } from './auto-renewal.entity';
import { AutoRenewalRepository } from './auto-renewal.repository';
import type { AutoRenewalOutcome, AutoRenewReason } from '../proxy.types';

/** Ends automatic renewals, and leaves each outcome to be mailed once. All methods need an open unit of work. */
@Injectable()
export class AutoRenewalOutcomeService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: AutoRenewalRepository,
    private readonly audit: AuditService,
  ) {}

  /** Stops automatic renewal of those of the proxies that have it. Lock the proxies first, if at all. */
  async stop(proxyIds: readonly number[], reason: AutoRenewReason, price?: Money): Promise<void> {
    if (!proxyIds.length) return;
    for (const id of await this.repository.stop(proxyIds, reason)) {
      await this.addNotice(id, 'stopped', reason, price);
      await this.audit.record('system', {
        action: 'proxy.auto_renewal_stopped',
        target: `proxy:${id}`,
        details: `Automatic renewal of proxy ${id} stopped: ${reason}`,
      });
    }
  }

  /** Stops it for the proxy of a renewal that staff refund, if it was an automatic one. */
  async stopRefunded(orderId: number, proxyId: number): Promise<void> {
    if (await this.repository.isChargedOrder(orderId)) await this.stop([proxyId], 'order_refunded');
  }

  /** Stops those of an owner that a member of the team has switched on, whose permission to buy ended. */
  async stopOfMember(ownerId: number, memberId: number): Promise<void> {
    await this.stop(await this.repository.lockOfMember(ownerId, memberId), 'member_left');
  }

  /** Tells the owner of the first failure of a cycle. */
  addFailure(proxyId: number, reason: AutoRenewReason, price: Money | null): Promise<void> {
    return this.addNotice(proxyId, 'failed', reason, price);
  }

  async addRenewal(proxyId: number, orderId: number, price: Money): Promise<void> {
    await this.addNotice(proxyId, 'renewed', null, price);
    await this.audit.record('system', {
      action: 'proxy.auto_renewed',
      target: `proxy:${proxyId}`,
      details: `Proxy ${proxyId} was renewed automatically for ${formatNaira(price)} by order ${orderId}`,
    });
  }

  private async addNotice(
    proxyId: number,
    outcome: AutoRenewalOutcome,
    reason: AutoRenewReason | null,
    price: Money | null = null,
  ): Promise<void> {
    await this.uow
      .requireTransaction()
      .insert(AutoRenewalNotice, { proxyId, outcome, reason, priceKobo: price?.kobo ?? null });
  }
}
