import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { StockService } from '../../catalog/stock/stock.service';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { ProviderSyncService } from '../provider-sync/provider-sync.service';
import { OrderRepository, type Order } from '../orders/order.repository';
import { PlaceRepository } from '../places/place.repository';
import { PlaceService } from '../places/place.service';
import {
  laterPlaceBought,
  orderHasRenewals,
  orderNotDelivered,
  orderRefunded,
  orderNotFound,
} from '../proxies.errors';
import type { RefundedOrder } from './order-refund.types';
import { AutoRenewalOutcomeService } from '../renewal/auto/auto-renewal-outcome.service';
import { ExtensionRetractionService } from '../renewal/extension-retraction.service';
import { RenewalRepository } from '../renewal/renewal.repository';
import { OrderRefundRepository } from './order-refund.repository';

const BATCH_SIZE = 500;

/**
 * Refunds delivered orders. The proxies are suspended at once; their addresses return into stock only
 * after the provider has confirmed the suspension. A refunded renewal takes back what it gave.
 */
@Injectable()
export class OrderRefundService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly orders: OrderRepository,
    private readonly repository: OrderRefundRepository,
    private readonly wallet: WalletService,
    private readonly providerSync: ProviderSyncService,
    private readonly stock: StockService,
    private readonly renewals: RenewalRepository,
    private readonly retraction: ExtensionRetractionService,
    private readonly autoRenewals: AutoRenewalOutcomeService,
    private readonly places: PlaceService,
    private readonly placeOrders: PlaceRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Refunds the amount that was not refunded before.
   * @throws DomainError not_found, conflict ORDER_REFUNDED, ORDER_NOT_DELIVERED, ORDER_HAS_RENEWALS for a
   * purchase whose renewals are not refunded, or LATER_PLACE_BOUGHT.
   * @param reference of a call with an idempotency key: a repeated one answers what the first refunded.
   */
  refund(
    actor: Actor,
    orderId: number,
    reason: string,
    reference?: string,
  ): Promise<RefundedOrder> {
    return this.uow.run(async () => {
      if (!(await this.repository.lockOrder(orderId))) throw orderNotFound();
      const earlier = reference && (await this.findEarlier(orderId, reference));
      if (earlier) return earlier;
      const order = await this.orders.get(orderId);
      if (order.status === 'refunded') throw orderRefunded();
      if (order.status === 'charged' || order.status === 'unknown') throw orderNotDelivered();
      if (await this.renewals.hasUnrefundedExtensions(orderId)) throw orderHasRenewals();
      if (order.kind === 'place') {
        // The price of a place that is being bought may count on this one.
        await this.renewals.lockPurchase(order.proxyId!);
        if (await this.placeOrders.hasLaterPlace(orderId)) throw laterPlaceBought();
      }
      const amount = order.amount.minus(order.refunded);
      if (!(await this.orders.transition(orderId, 'refunded', amount)))
        throw new Error(`Order ${orderId} cannot go from ${order.status} to refunded`);
      const { transactionId, repaid } = await this.creditRefund(
        actor,
        order,
        amount,
        reference ?? `REFUND-STAFF-${orderId}`,
      );
      const withdrawn = await this.withdraw(actor, order);
      await this.audit.record(actor, {
        action: 'proxy.order_refunded',
        target: `order:${orderId}`,
        details: `${formatNaira(amount)} refunded and ${withdrawn} proxies withdrawn. ${reason}`,
        before: { status: order.status, refunded: order.refunded },
        after: { status: 'refunded', refunded: order.amount },
      });
      return { orderId, transactionId, amount, repaid, withdrawn };
    });
  }

  /** @returns what an earlier call with the reference refunded: its line; what it repaid and ended is not stored. */
  async findEarlier(orderId: number, reference: string): Promise<RefundedOrder | null> {
    const line = await this.wallet.findByReference(reference);
    return (
      line && {
        orderId,
        transactionId: line.id,
        amount: line.amount,
        repaid: Money.zero,
        withdrawn: 0,
      }
    );
  }

  /** Expires the proxies of refunded orders that the provider has suspended. @returns their number. */
  async expireRefunded(): Promise<number> {
    for (let total = 0; ;) {
      const ended = await this.uow.run(() => this.expireBatch());
      total += ended;
      if (ended < BATCH_SIZE) return total;
    }
  }

  /** @returns the number of withdrawn proxies; none for a renewal or a place, of which only what it gave is taken back. */
  private async withdraw(actor: Actor, order: Order): Promise<number> {
    const { id, proxyId, userId } = order;
    if (order.kind === 'place') {
      await this.places.giveBack(actor, order);
      return 0;
    }
    if (proxyId !== null) {
      await this.retraction.request(id);
      await this.autoRenewals.stopRefunded(id, proxyId);
      return 0;
    }
    await this.uow.afterCommit(() => this.withdrawProxies(userId));
    return this.suspendForRefund(id);
  }

  /** Suspends the proxies of the order for good. Needs an open unit of work. @returns their number. */
  async suspendForRefund(orderId: number): Promise<number> {
    const ids = await this.repository.suspendForRefund(orderId);
    await this.autoRenewals.stop(ids, 'order_refunded');
    return ids.length;
  }

  /** Stops the proxies of refunded orders of a customer at the provider, then ends them. Call it after the commit. */
  async withdrawProxies(userId: number): Promise<void> {
    await this.providerSync.syncDue({ userId });
    await this.expireRefunded();
  }

  private async creditRefund(
    actor: Actor,
    order: Order,
    amount: Money,
    reference: string,
  ): Promise<{ transactionId: number; repaid: Money }> {
    const credited = await this.wallet.credit(
      {
        userId: order.userId,
        reference,
        type: 'credit',
        purpose: 'refund',
        amount,
        description: `Refund of order ${order.id}`,
        paymentMethod: 'wallet',
        metadata: {
          order_id: order.id,
          proxy_type: order.request.type,
          refunded_by: actor.userId,
        },
        refundOf: order.transactionId,
      },
      {
        idempotencyKey: `refund:staff:order:${order.id}`,
        kind: 'purchase_reversal',
        against: 'revenue',
      },
    );
    if (credited.replayed) throw new Error(`Order ${order.id} was already refunded`);
    await this.wallet.markRefunded(order.transactionId);
    return credited;
  }

  private async expireBatch(): Promise<number> {
    const ended = await this.repository.expireRefunded(BATCH_SIZE);
    if (!ended.length) return 0;
    await this.stock.release(
      ended.flatMap(({ orderId, ip }) => (ip === null ? [] : [{ orderId, address: ip }])),
    );
    const ids = ended.map(({ id }) => id);
    await this.audit.record('system', {
      action: 'proxy.expired',
      target: ids.length === 1 ? `proxy:${ids[0]}` : 'proxies',
      details: `${ids.length} proxies ended with the refund of their order: ${ids.join(', ')}`,
    });
    return ids.length;
  }
}
