import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { UnitOfWork } from '../../database/unit-of-work';
import { DeliveryService } from '../orders/delivery.service';
import { OrderRepository, type PlacedOrder } from '../orders/order.repository';
import { ProviderAttemptRepository, type OpenAttempt } from '../orders/provider-attempt.repository';
import { ProviderClient } from '../ports/provider-client';
import type { ExtendResult, Extension } from '../ports/proxy-provider.port';
import { ProviderSyncService } from '../provider-sync/provider-sync.service';
import { RenewalRepository } from './renewal.repository';

/** Applies the result of an extension at the provider: gives it to the proxy, or refunds the order. */
@Injectable()
export class ExtensionDeliveryService {
  private readonly logger = new Logger(ExtensionDeliveryService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly attempts: ProviderAttemptRepository,
    private readonly orders: OrderRepository,
    private readonly repository: RenewalRepository,
    private readonly delivery: DeliveryService,
    private readonly provider: ProviderClient,
    private readonly providerSync: ProviderSyncService,
    private readonly audit: AuditService,
  ) {}

  /** Applies one result; does nothing when the attempt has already ended. */
  async apply(
    attempt: Pick<OpenAttempt, 'id' | 'key'>,
    order: PlacedOrder,
    proxyId: number,
    result: ExtendResult,
  ): Promise<void> {
    if (result.outcome !== 'extended') {
      await this.delivery.apply(attempt.id, order, result);
      return;
    }
    if (await this.give(attempt.id, order, proxyId, result)) return;
    if (await this.attempts.hasFailed(attempt.id)) await this.retractUnpaid(attempt.key, order.id);
  }

  /** The state of an attempt at the provider, without a reply of the call itself. */
  async findResult({ key, ageMs }: OpenAttempt): Promise<ExtendResult> {
    const found = await this.provider.lookupExtension(key);
    if (found.outcome !== 'missing') return found;
    if (ageMs < this.provider.cancelMissingAfterMs)
      return { outcome: 'unknown', reason: 'The provider has no record of it yet' };
    // The call may still be under way; only its cancellation shows that nothing comes of it.
    const cancelled = await this.provider.cancelExtension(key);
    return cancelled.outcome === 'missing'
      ? { outcome: 'rejected', reason: 'The provider had no record of it and cancelled it' }
      : cancelled;
  }

  /** @returns false when the attempt had already ended. */
  private give(
    attemptId: number,
    order: PlacedOrder,
    proxyId: number,
    given: Extension,
  ): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.attempts.succeed(attemptId))) return false;
      if (!(await this.orders.transition(order.id, 'delivered')))
        throw new Error(`Order ${order.id} cannot become delivered`);
      const isSyncDue = await this.repository.applyExtension(order.id, proxyId, given);
      await this.audit.record('system', {
        action: 'proxy.delivered',
        target: `order:${order.id}`,
        details: `Proxy ${proxyId} extended by ${given.addedMs} ms and ${given.addedBytes} bytes`,
      });
      if (isSyncDue) await this.uow.afterCommit(() => this.providerSync.syncOne(proxyId));
      crashPoint('renewal.before-record');
      return true;
    });
  }

  /** Takes back at the provider what it gave after the refund. */
  private async retractUnpaid(key: string, orderId: number): Promise<void> {
    const { outcome } = await this.provider.retractExtension(key);
    this.logger.error({ orderId, outcome }, 'A refunded extension was given');
    await this.uow.run(() =>
      this.audit.record('system', {
        action: 'system.alert_raised',
        target: `order:${orderId}`,
        details: `Order ${orderId} took effect at the provider after it was refunded: ${
          outcome === 'retracted' ? 'it was taken back' : 'it could not be taken back'
        }`,
      }),
    );
  }
}
