import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { toKeyedReference } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { ProxyOrder, type ChargedOrder, type PurchaseRequest } from '../orders/order.entity';
import { PlaceService } from '../places/place.service';
import {
  laterPlaceBought,
  nothingUnused,
  orderHasRenewals,
  orderNotFound,
  orderRefunded,
  refundChanged,
  refundTooLarge,
  trialNotRefundable,
} from '../proxies.errors';
import { lockOwnerShared } from '../proxy.sql';
import { OrderWithdrawalService, type Goods } from './order-withdrawal.service';
import { calculateUnused, getBasis, type RefundBasis } from './unused-part';

export type { RefundBasis } from './unused-part';

/** What can be refunded of an order. */
export interface RefundQuote {
  readonly orderId: number;
  readonly paid: Money;
  readonly refunded: Money;
  /** Paid and not refunded. */
  readonly left: Money;
  /** Price of what is not used, at most `left`. */
  readonly unused: Money;
  readonly basis: RefundBasis;
  /** Number of proxies that a refund of the unused part ends. */
  readonly proxies: number;
  /** Whether the order renewed a proxy or added traffic to it. */
  readonly isExtension: boolean;
  /** Orders of its proxies that have to be refunded before it can be refunded in full, oldest first. */
  readonly renewals: readonly {
    readonly orderId: number;
    /** The debit on the wallet statement. */
    readonly transactionId: number;
    readonly paid: Money;
  }[];
}

export interface RefundedOrder {
  readonly orderId: number;
  /** The credit on the wallet statement. */
  readonly transactionId: number;
  readonly amount: Money;
  /** The part of it that paid what the customer owed. */
  readonly repaid: Money;
  /** Number of ended proxies. */
  readonly withdrawn: number;
}

/** A credit of a refund, before it is posted. */
interface RefundCredit {
  readonly amount: Money;
  readonly reference: string;
  readonly idempotencyKey: string;
  /** "Refund of …". */
  readonly what: string;
  /** The only proxy of the order that it is for. */
  readonly proxyId?: number;
}

/** A refund of the unused part, before it is made. */
interface UnusedPart {
  /** What ends of a purchase. */
  readonly goods: Goods;
  readonly unused: Money;
  /** What was shown; nothing is refunded when it has changed. */
  readonly expected?: Money;
  readonly reference: string;
  readonly reason: string;
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
    private readonly wallet: WalletService,
    private readonly withdrawals: OrderWithdrawalService,
    private readonly places: PlaceService,
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
      if (await this.selectExtensions(orderId).getExists()) throw orderHasRenewals();
      // The price of a later place counts on this one.
      if (order.kind === 'place' && (await this.places.hasLaterPlace(orderId)))
        throw laterPlaceBought();
      const amount = order.amount.minus(order.refunded);
      const credited = await this.credit(actor, order, {
        amount,
        reference: reference ?? `REFUND-STAFF-${orderId}`,
        idempotencyKey: `refund:staff:order:${orderId}`,
        what: `order ${orderId}`,
      });
      await this.wallet.markRefunded(order.transactionId);
      const withdrawn = await this.withdrawals.withdraw(actor, order);
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
      if (await this.selectExtensions(orderId).getExists()) throw orderHasRenewals();
      const goods = { column: 'order_id', value: orderId } as const;
      await this.withdrawals.lockMeters(goods);
      const { unused } = await this.calculate(order);
      if (!unused.isPositive) throw nothingUnused();
      return this.takeBackUnused(actor, orderId, { goods, unused, expected, reference, reason });
    });
  }

  /**
   * Refunds the unused part of an order, whose owner and meters are locked, and takes back what it gave.
   * @throws DomainError conflict REFUND_CHANGED.
   */
  async takeBackUnused(
    actor: Actor,
    orderId: number,
    { goods, unused, expected, reference, reason }: UnusedPart,
  ): Promise<RefundedOrder> {
    const order = await this.lockDelivered(orderId);
    if (expected && !expected.equals(unused)) throw refundChanged(expected, unused);
    if (order.kind === 'purchase') await this.withdrawals.closeMeters(goods);
    if (unused.equals(order.amount.minus(order.refunded)))
      return this.refund(actor, orderId, reason, reference);
    const proxyId = goods.column === 'id' ? goods.value : undefined;
    const credited = await this.creditPart(actor, order, {
      ...{ amount: unused, reference, proxyId },
      what: 'the unused part',
    });
    const withdrawn = await this.withdrawals.withdraw(actor, order, goods);
    await this.recordPart(
      actor,
      order,
      unused,
      `the unused part, ${withdrawn} proxies withdrawn. ${reason}`,
    );
    crashPoint('refund-part.before-commit');
    return { orderId, amount: unused, withdrawn, ...credited };
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
      const credited = await this.creditPart(actor, order, { amount, reference, what: 'part' });
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
  ): Promise<{ order: ChargedOrder; left: Money } | null> {
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
  private async lock(orderId: number): Promise<ProxyOrder> {
    const find = () => this.uow.manager.findOneBy(ProxyOrder, { id: orderId });
    const known = await find();
    if (!known) throw orderNotFound();
    await this.wallet.lockBalance(known.userId);
    await lockOwnerShared(this.uow, known.userId);
    return (await find())!;
  }

  private async lockDelivered(orderId: number): Promise<ChargedOrder> {
    const order = await this.lock(orderId);
    if (order.status === 'refunded') throw orderRefunded();
    const { transactionId } = order;
    if (transactionId === null) throw trialNotRefundable();
    return Object.assign(order, { transactionId });
  }

  private async calculate(order: ProxyOrder): Promise<RefundQuote> {
    const { id: orderId, kind, amount: paid, refunded, request } = order;
    const extensions = await this.selectExtensions(orderId).orderBy('o.id').getMany();
    const proxies = extensions.length
      ? []
      : await this.withdrawals.findRefundable({ column: 'order_id', value: orderId });
    const left = paid.minus(refunded);
    // No proxy is of the order of an extension or a place.
    const unused = calculateUnused(request as PurchaseRequest, proxies, await this.clock.now());
    return {
      ...{ orderId, paid, refunded, left },
      unused: left.isLessThan(unused) ? left : unused,
      basis: getBasis(request.type),
      proxies: proxies.length,
      isExtension: kind !== 'purchase',
      renewals: extensions.map(({ id, transactionId, amount }) => ({
        ...{ orderId: id, transactionId: transactionId!, paid: amount },
      })),
    };
  }

  private creditPart(
    actor: Actor,
    order: ChargedOrder,
    { what, ...part }: Omit<RefundCredit, 'idempotencyKey'>,
  ): Promise<{ transactionId: number; repaid: Money }> {
    return this.credit(actor, order, {
      ...part,
      what: `${what} of order ${order.id}`,
      idempotencyKey: `refund:part:${part.reference}`,
    });
  }

  /** Adds to the refunded amount, all of which is the end of the order, and credits the wallet. */
  private async credit(
    actor: Actor,
    order: ChargedOrder,
    { amount, reference, idempotencyKey, what, proxyId }: RefundCredit,
  ): Promise<{ transactionId: number; repaid: Money }> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE proxy_order SET refunded_kobo = refunded_kobo + $2::bigint, updated_at = now(),
         status = CASE WHEN refunded_kobo + $2::bigint = amount_kobo THEN 'refunded' ELSE status END
       WHERE id = $1 AND status = 'delivered' AND refunded_kobo + $2::bigint <= amount_kobo`,
      [order.id, amount.kobo.toString()],
    );
    if (updated !== 1) throw new Error(`Order ${order.id} has not ${amount} left to refund`);
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
          ...(proxyId !== undefined && { proxy_id: proxyId }),
        },
        refundOf: order.transactionId,
      },
      { idempotencyKey, kind: 'purchase_reversal', against: 'revenue' },
    );
    if (replayed) throw new Error(`The refund ${reference} was posted before`);
    return { transactionId, repaid };
  }

  private recordPart(
    actor: Actor,
    order: ChargedOrder,
    amount: Money,
    what: string,
  ): Promise<void> {
    return this.audit.record(actor, {
      action: 'proxy.order_refunded',
      target: `order:${order.id}`,
      details: `${formatNaira(amount)} refunded: ${what}`,
      before: { refunded: order.refunded },
      after: { refunded: order.refunded.plus(amount) },
    });
  }

  /** Later orders of the proxies that an order bought that are not refunded. */
  private selectExtensions(orderId: number): SelectQueryBuilder<ProxyOrder> {
    return this.uow.manager
      .createQueryBuilder(ProxyOrder, 'o')
      .where(`o.proxy_id IN (SELECT p.id FROM proxy p WHERE p.order_id = :orderId)`, { orderId })
      .andWhere(`o.status <> 'refunded'`);
  }
}
