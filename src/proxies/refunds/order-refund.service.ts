import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { StockService } from '../../catalog/stock/stock.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { toKeyedReference } from '../../common/http/api.decorators';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { lockOwnerShared } from '../proxy.sql';
import { OrderRepository, type Order } from '../orders/order.repository';
import { PlaceRepository } from '../places/place.repository';
import { PlaceService } from '../places/place.service';
import {
  laterPlaceBought,
  nothingUnused,
  orderHasRenewals,
  orderNotFound,
  orderRefunded,
  refundChanged,
  refundTooLarge,
} from '../proxies.errors';
import { AutoRenewalOutcomeService } from '../renewal/auto-renewal-outcome.service';
import { RenewalRepository } from '../renewal/renewal.repository';
import type { ExtensionRequest } from '../renewal/renewal.types';
import { OrderRefundRepository } from './order-refund.repository';
import type { RefundedOrder, RefundQuote } from './order-refund.types';
import { calculateUnused, getBasis } from './unused-part';

/** A credit of a refund, before it is posted. */
interface RefundCredit {
  readonly amount: Money;
  readonly reference: string;
  readonly idempotencyKey: string;
  /** "Refund of …". */
  readonly what: string;
}

/**
 * Refunds orders, in full, by rule or by amount. Each refund is one unit of work: it locks the wallet, takes back what the
 * order gave as far as the refund says so, and credits the wallet. Addresses are for sale again with its commit.
 */
@Injectable()
export class OrderRefundService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly orders: OrderRepository,
    private readonly repository: OrderRefundRepository,
    private readonly wallet: WalletService,
    private readonly stock: StockService,
    private readonly renewals: RenewalRepository,
    private readonly autoRenewals: AutoRenewalOutcomeService,
    private readonly places: PlaceService,
    private readonly placeOrders: PlaceRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * What can be refunded now. A renewal has no unused part, and a purchase none while a renewal of its proxies
   * is not refunded.
   * @throws DomainError not_found, conflict ORDER_REFUNDED.
   */
  quote(orderId: number): Promise<RefundQuote> {
    return this.uow.run(async () => this.calculate(await this.lockDelivered(orderId)));
  }

  /**
   * Refunds the amount that was not refunded before, and takes back all that the order gave.
   * @param reference of a call with an idempotency key: a repeated one answers what the first refunded.
   * @throws DomainError not_found, conflict ORDER_REFUNDED, ORDER_HAS_RENEWALS for a
   * purchase whose renewals are not refunded, or LATER_PLACE_BOUGHT.
   */
  refund(
    actor: Actor,
    orderId: number,
    reason: string,
    reference?: string,
  ): Promise<RefundedOrder> {
    return this.uow.run(async () => {
      const earlier = await this.findEarlier(orderId, reference);
      if (earlier) return earlier;
      const order = await this.lockDelivered(orderId);
      if (await this.renewals.hasUnrefundedExtensions(orderId)) throw orderHasRenewals();
      // The price of a later place counts on this one.
      if (order.kind === 'place' && (await this.placeOrders.hasLaterPlace(orderId)))
        throw laterPlaceBought();
      const amount = order.amount.minus(order.refunded);
      if (!(await this.orders.markRefunded(orderId)))
        throw new Error(`Order ${orderId} was already refunded`);
      const credited = await this.credit(actor, order, {
        amount,
        reference: reference ?? `REFUND-STAFF-${orderId}`,
        idempotencyKey: `refund:staff:order:${orderId}`,
        what: `order ${orderId}`,
      });
      await this.wallet.markRefunded(order.transactionId);
      const withdrawn = await this.takeBack(actor, order);
      await this.audit.record(actor, {
        action: 'proxy.order_refunded',
        target: `order:${orderId}`,
        details: `${formatNaira(amount)} refunded and ${withdrawn} proxies withdrawn. ${reason}`,
        before: { status: order.status, refunded: order.refunded },
        after: { status: 'refunded', refunded: order.amount },
      });
      return { orderId, amount, withdrawn, ...credited };
    });
  }

  /**
   * Refunds what the meters have as unused and ends the proxies of the order; no byte is both refunded and relayed.
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
      const earlier = await this.findEarlier(orderId, reference);
      if (earlier) return earlier;
      const order = await this.lockDelivered(orderId);
      if (await this.renewals.hasUnrefundedExtensions(orderId)) throw orderHasRenewals();
      await this.repository.lockMeters({ orderId });
      const { unused, left } = await this.calculate(order);
      if (!unused.isPositive) throw nothingUnused();
      if (expected && !expected.equals(unused)) throw refundChanged(expected, unused);
      await this.repository.closeMeters(orderId);
      if (unused.equals(left)) return this.refund(actor, orderId, reason, reference);
      const credited = await this.creditPart(actor, order, unused, reference, 'the unused part');
      const withdrawn = await this.endProxies(orderId);
      await this.recordPart(
        actor,
        order,
        unused,
        `the unused part, ${withdrawn} proxies withdrawn. ${reason}`,
      );
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
      if (!prepared) return (await this.findEarlier(orderId, reference))!;
      const { order, left } = prepared;
      if (amount.equals(left)) return this.refund(actor, orderId, reason, reference);
      const credited = await this.creditPart(actor, order, amount, reference, 'part');
      await this.recordPart(actor, order, amount, `part, the proxies stay in service. ${reason}`);
      crashPoint('refund-part.before-commit');
      return { orderId, amount, withdrawn: 0, ...credited };
    });
  }

  /**
   * Locks the wallet of an order and checks that the amount can be refunded.
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
    const order = await this.lockDelivered(orderId);
    const left = order.amount.minus(order.refunded);
    if (left.isLessThan(amount)) throw refundTooLarge(left);
    return { order, left };
  }

  /** What an earlier call with the reference refunded: its line; what it repaid and ended is not stored. */
  private async findEarlier(
    orderId: number,
    reference: string | undefined,
  ): Promise<RefundedOrder | null> {
    const line = reference === undefined ? null : await this.wallet.findByReference(reference);
    if (!line) return null;
    const { id: transactionId, amount } = line;
    return { orderId, transactionId, amount, repaid: Money.zero, withdrawn: 0 };
  }

  /** The wallet of its owner is locked before the order is looked at: every order of it waits. */
  private async lock(orderId: number): Promise<Order> {
    const known = await this.orders.find(orderId);
    if (!known) throw orderNotFound();
    await this.wallet.lockBalance(known.userId);
    await lockOwnerShared(this.uow, known.userId);
    return (await this.orders.find(orderId))!;
  }

  private async lockDelivered(orderId: number): Promise<Order> {
    const order = await this.lock(orderId);
    if (order.status === 'refunded') throw orderRefunded();
    return order;
  }

  /** @returns the number of ended proxies; none for a renewal or a place, of which only what it gave is taken back. */
  private async takeBack(actor: Actor, order: Order): Promise<number> {
    const { id, kind, proxyId } = order;
    if (kind === 'purchase') return this.endProxies(id);
    if (kind === 'place') await this.places.giveBack(actor, order);
    else {
      await this.repository.lockMeters({ proxyId: proxyId! });
      await this.renewals.takeBack(id, order.request as unknown as ExtensionRequest);
      await this.placeOrders.refold(proxyId!);
      await this.autoRenewals.stopRefunded(id, proxyId!);
    }
    return 0;
  }

  /** @returns the number of proxies of the order that were not at their end. */
  private async endProxies(orderId: number): Promise<number> {
    const ended = await this.repository.endProxies(orderId);
    await this.stock.release(
      ended.flatMap(({ ip: address }) => (address === null ? [] : [{ orderId, address }])),
    );
    await this.autoRenewals.stop(
      ended.map(({ id }) => id),
      'order_refunded',
    );
    return ended.length;
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

  private async creditPart(
    actor: Actor,
    order: Order,
    amount: Money,
    reference: string,
    what: string,
  ): Promise<{ transactionId: number; repaid: Money }> {
    if (!(await this.orders.addRefunded(order.id, amount)))
      throw new Error(`Order ${order.id} has not ${amount} left to refund`);
    return this.credit(actor, order, {
      amount,
      reference,
      idempotencyKey: `refund:part:${reference}`,
      what: `${what} of order ${order.id}`,
    });
  }

  private async credit(
    actor: Actor,
    order: Order,
    { amount, reference, idempotencyKey, what }: RefundCredit,
  ): Promise<{ transactionId: number; repaid: Money }> {
    const { transactionId, repaid, replayed } = await this.wallet.credit(
      {
        userId: order.userId,
        reference,
        type: 'credit',
        purpose: 'refund',
        amount,
        description: `Refund of ${what}`,
        paymentMethod: 'wallet',
        metadata: {
          order_id: order.id,
          proxy_type: order.request.type,
          refunded_by: actor.userId,
        },
        refundOf: order.transactionId,
      },
      { idempotencyKey, kind: 'purchase_reversal', against: 'revenue' },
    );
    if (replayed) throw new Error(`The refund ${reference} was posted before`);
    return { transactionId, repaid };
  }

  private recordPart(actor: Actor, order: Order, amount: Money, what: string): Promise<void> {
    return this.audit.record(actor, {
      action: 'proxy.order_refunded',
      target: `order:${order.id}`,
      details: `${formatNaira(amount)} refunded: ${what}`,
      before: { refunded: order.refunded },
      after: { refunded: order.refunded.plus(amount) },
    });
  }
}
