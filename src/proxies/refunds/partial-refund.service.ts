import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { toKeyedReference } from '../../common/security/keyed-reference';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { OrderRepository, type Order } from '../orders/order.repository';
import {
  nothingUnused,
  orderHasRenewals,
  orderNotDelivered,
  orderNotFound,
  orderRefunded,
  refundChanged,
  refundTooLarge,
} from '../proxies.errors';
import { RenewalRepository } from '../renewal/renewal.repository';
import { OrderRefundRepository } from './order-refund.repository';
import { OrderRefundService } from './order-refund.service';
import type { RefundedOrder, RefundQuote } from './order-refund.types';
import { calculateUnused, getBasis } from './unused-part';

/** Refunds part of what was paid for an order, as often as something of the price is left. */
@Injectable()
export class PartialRefundService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly orders: OrderRepository,
    private readonly repository: OrderRefundRepository,
    private readonly refunds: OrderRefundService,
    private readonly renewals: RenewalRepository,
    private readonly wallet: WalletService,
    private readonly audit: AuditService,
  ) {}

  /**
   * What can be refunded now. A renewal has no unused part, and a purchase none while a renewal of its proxies
   * is not refunded.
   * @throws DomainError not_found, conflict ORDER_REFUNDED, ORDER_NOT_DELIVERED.
   */
  quote(orderId: number): Promise<RefundQuote> {
    return this.uow.run(async () => this.calculate(await this.lockOrder(orderId)));
  }

  /**
   * Refunds what the meter has as unused and ends the proxies of the order; no byte is both refunded and relayed.
   * @param expected what was shown; nothing is refunded when it has changed.
   * @throws DomainError as `quote`, conflict NOTHING_UNUSED, REFUND_CHANGED, ORDER_HAS_RENEWALS.
   */
  refundUnused(
    actor: Actor,
    orderId: number,
    request: { readonly reason: string; readonly expected?: Money; readonly key?: string },
  ): Promise<RefundedOrder> {
    const { reason, expected, key } = request;
    const reference = toKeyedReference('REFUND-STAFF', actor, [orderId, 'unused'], key);
    return this.uow.run(async () => {
      await this.lock(orderId);
      const earlier = await this.refunds.findEarlier(orderId, reference);
      if (earlier) return earlier;
      const order = await this.lockOrder(orderId);
      if (await this.renewals.hasUnrefundedExtensions(orderId)) throw orderHasRenewals();
      await this.repository.lockMeters(orderId);
      const { unused, left } = await this.calculate(order);
      if (!unused.isPositive) throw nothingUnused();
      if (expected && !expected.equals(unused)) throw refundChanged(expected, unused);
      await this.repository.closeMeters(orderId);
      if (unused.equals(left)) return this.refunds.refund(actor, orderId, reason, reference);
      const credited = await this.credit(actor, order, unused, reference, 'the unused part');
      const withdrawn = await this.refunds.suspendForRefund(orderId);
      await this.record(
        actor,
        order,
        unused,
        `the unused part, ${withdrawn} proxies withdrawn. ${reason}`,
      );
      await this.uow.afterCommit(() => this.refunds.withdrawProxies(order.userId));
      crashPoint('refund-part.before-commit');
      return { orderId, amount: unused, withdrawn, ...credited };
    });
  }

  /**
   * Refunds an amount that staff choose; the proxies stay in service. All that is left is a refund in full, which
   * ends them.
   * @param reference the same one refunds once, whatever happened in between.
   * @throws DomainError as `quote`, invalid amount.
   */
  refundAmount(
    actor: Actor,
    orderId: number,
    amount: Money,
    reason: string,
    reference: string,
  ): Promise<RefundedOrder> {
    return this.uow.run(async () => {
      const prepared = await this.prepare(orderId, amount, reference);
      if (!prepared) return (await this.refunds.findEarlier(orderId, reference))!;
      const { order, left } = prepared;
      if (amount.equals(left)) return this.refunds.refund(actor, orderId, reason, reference);
      const credited = await this.credit(actor, order, amount, reference, 'part');
      await this.record(actor, order, amount, `part, the proxies stay in service. ${reason}`);
      crashPoint('refund-part.before-commit');
      return { orderId, amount, withdrawn: 0, ...credited };
    });
  }

  /**
   * Locks the order and checks that the amount can be refunded.
   * @returns null when an earlier call with the same reference refunded it.
   * @throws DomainError as `refundAmount`.
   */
  async prepare(
    orderId: number,
    amount: Money,
    reference: string,
  ): Promise<{ order: Order; left: Money } | null> {
    await this.lock(orderId);
    if (await this.wallet.findByReference(reference)) return null;
    const order = await this.lockOrder(orderId);
    const left = order.amount.minus(order.refunded);
    if (left.isLessThan(amount)) throw refundTooLarge(left);
    return { order, left };
  }

  private async lock(orderId: number): Promise<void> {
    if (!(await this.repository.lockOrder(orderId))) throw orderNotFound();
  }

  private async lockOrder(orderId: number): Promise<Order> {
    await this.lock(orderId);
    const order = await this.orders.get(orderId);
    if (order.status === 'refunded') throw orderRefunded();
    if (order.status === 'charged' || order.status === 'unknown') throw orderNotDelivered();
    return order;
  }

  private async calculate(order: Order): Promise<RefundQuote> {
    const renewals = await this.renewals.findUnrefundedExtensions(order.id);
    const proxies = renewals.length ? [] : await this.repository.findRefundable(order.id);
    const left = order.amount.minus(order.refunded);
    const unused = calculateUnused(order.request, proxies, await this.clock.now());
    return {
      orderId: order.id,
      paid: order.amount,
      refunded: order.refunded,
      left,
      unused: left.isLessThan(unused) ? left : unused,
      basis: getBasis(order.request),
      proxies: proxies.length,
      isExtension: order.proxyId !== null,
      renewals,
    };
  }

  private async credit(
    actor: Actor,
    order: Order,
    amount: Money,
    reference: string,
    what: string,
  ): Promise<{ transactionId: number; repaid: Money }> {
    if (!(await this.orders.addRefunded(order.id, amount)))
      throw new Error(`Order ${order.id} has not ${amount} left to refund`);
    const { transactionId, repaid, replayed } = await this.wallet.credit(
      {
        userId: order.userId,
        reference,
        type: 'credit',
        purpose: 'refund',
        amount,
        description: `Refund of ${what} of order ${order.id}`,
        paymentMethod: 'wallet',
        metadata: {
          order_id: order.id,
          proxy_type: order.request.type,
          refunded_by: actor.userId,
        },
        refundOf: order.transactionId,
      },
      {
        idempotencyKey: `refund:part:${reference}`,
        kind: 'purchase_reversal',
        against: 'revenue',
      },
    );
    if (replayed) throw new Error(`The refund ${reference} was posted before`);
    return { transactionId, repaid };
  }

  private record(actor: Actor, order: Order, amount: Money, what: string): Promise<void> {
    return this.audit.record(actor, {
      action: 'proxy.order_refunded',
      target: `order:${order.id}`,
      details: `${formatNaira(amount)} refunded: ${what}`,
      before: { refunded: order.refunded },
      after: { refunded: order.refunded.plus(amount) },
    });
  }
}
