import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProviderAttemptRepository, type OpenAttempt } from './provider-attempt.repository';
import { DeliveryService } from './delivery.service';
import { OrderRepository, type Order } from './order.repository';
import type { ExtendResult, ProvisionResult } from '../ports/proxy-provider.port';
import { ExtensionDeliveryService } from '../renewal/extension-delivery.service';
import { ProviderClient } from '../ports/provider-client';

const SWEEP_LIMIT = 200;
const CONCURRENCY = 8;
/** Lookups before staff are alerted: about twenty minutes. */
const ALERT_AT_CHECK = 8;

/**
 * Ends open attempts by a lookup at the provider. Never buys again, and refunds only what the provider has
 * rejected or cancelled for good.
 */
@Injectable()
export class AttemptResolutionService {
  private readonly logger = new Logger(AttemptResolutionService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly attempts: ProviderAttemptRepository,
    private readonly orders: OrderRepository,
    private readonly provider: ProviderClient,
    private readonly delivery: DeliveryService,
    private readonly extensions: ExtensionDeliveryService,
    private readonly audit: AuditService,
  ) {}

  /** Looks up one attempt when it is due and not claimed by another worker. */
  async resolve(attemptId: number): Promise<void> {
    const attempt = await this.attempts.claim(attemptId);
    if (!attempt) return;
    const order = await this.orders.get(attempt.orderId);
    if (attempt.cancelDue) return this.cancelRefunded(attempt, order.quantity);
    const result = await this.resolveOrder(attempt, order);
    if (result.outcome === 'unknown' && attempt.checks === ALERT_AT_CHECK)
      await this.raiseAlert(attempt, result.reason);
  }

  /** Looks up all due attempts, including those left by a crash. @returns their number. */
  async sweep(): Promise<number> {
    const due = await this.attempts.findDue(SWEEP_LIMIT);
    for (let start = 0; start < due.length; start += CONCURRENCY)
      await Promise.all(due.slice(start, start + CONCURRENCY).map((id) => this.tryResolve(id)));
    return due.length;
  }

  /** Catches errors, so that one attempt does not stop the others. */
  private async tryResolve(id: number): Promise<void> {
    try {
      await this.resolve(id);
    } catch (error) {
      this.logger.error({ err: error, attemptId: id }, 'An attempt could not be resolved');
    }
  }

  private async resolveOrder(
    attempt: OpenAttempt,
    order: Order,
  ): Promise<ProvisionResult | ExtendResult> {
    if (order.proxyId !== null) {
      const result = await this.extensions.findResult(attempt);
      await this.extensions.apply(attempt, order, order.proxyId, result);
      return result;
    }
    const result = await this.findResult(attempt, order.quantity);
    await this.delivery.apply(attempt.id, order, result);
    return result;
  }

  /** Cancels what was refunded without the provider's confirmation, and withdraws what it has delivered since. */
  private async cancelRefunded(attempt: OpenAttempt, quantity: number): Promise<void> {
    const result = await this.provider.cancel({ key: attempt.key, quantity });
    if (result.outcome === 'unknown') return;
    if (result.outcome === 'delivered' || result.outcome === 'partly')
      await this.delivery.suspendUnpaid(attempt.orderId, result.units);
    await this.attempts.endCancellation(attempt.id);
  }

  private async findResult(attempt: OpenAttempt, quantity: number): Promise<ProvisionResult> {
    const purchase = { key: attempt.key, quantity };
    const found = await this.provider.lookup(purchase);
    if (found.outcome !== 'missing') return found;
    if (attempt.ageMs < this.provider.cancelMissingAfterMs)
      return { outcome: 'unknown', reason: 'The provider has no record of it yet' };
    // The call may still be under way; only its cancellation shows that nothing comes of it.
    const cancelled = await this.provider.cancel(purchase);
    return cancelled.outcome === 'missing'
      ? { outcome: 'rejected', reason: 'The provider had no record of it and cancelled it' }
      : cancelled;
  }

  private raiseAlert(attempt: OpenAttempt, reason: string): Promise<void> {
    this.logger.error({ attempt, reason }, 'An order is still undecided');
    return this.uow.run(() =>
      this.audit.record('system', {
        action: 'system.alert_raised',
        target: `order:${attempt.orderId}`,
        details: `Order ${attempt.orderId} is paid and still undecided after ${attempt.checks} questions to the provider`,
      }),
    );
  }
}
