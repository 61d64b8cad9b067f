import { Injectable } from '@nestjs/common';
import { toKeyedReference, withMessage } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DAY } from '../../common/time/clock';
import { DatabaseClock } from '../../database/database-clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import type { PlatformSettings } from '../../settings/settings.types';
import { WalletService } from '../../wallet/wallet.service';
import { ProxyOrder, type ExtensionRequest, type PurchaseRequest } from '../orders/order.entity';
import { notRefundable } from '../proxies.errors';
import { assertOwnsProxy, isSuspendedByShop, lockOwnerShared } from '../proxy.sql';
import { OrderRefundService } from './order-refund.service';
import { OrderWithdrawalService } from './order-withdrawal.service';
import type { ProxyRefundData, RefundedProxyData, RefundProxyDto } from './refunds.dto';
import { calculateUnused, getBasis, isUsedAtMost } from './unused-part';

/** What the rule of the shop makes of the last payment of a proxy. */
interface Decision {
  readonly order: ProxyOrder;
  /** Zero when it is refused. */
  readonly amount: Money;
  readonly until: Date;
  /** Why nothing is refunded; null when `amount` is. */
  readonly refusal: string | null;
}

/** Refunds that customers make themselves: of what is unused of the last payment of a proxy, by the rule of the shop. */
@Injectable()
export class OwnRefundService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly settings: SettingsService,
    private readonly wallet: WalletService,
    private readonly withdrawals: OrderWithdrawalService,
    private readonly refunds: OrderRefundService,
  ) {}

  /** @throws DomainError not_found. */
  async quote({ userId }: Actor, proxyId: number): Promise<ProxyRefundData> {
    await assertOwnsProxy(this.uow, userId, proxyId);
    const { order, amount, until, refusal } = await this.decide(
      proxyId,
      await this.settings.current(),
    );
    return {
      eligible: refusal === null,
      amount: amount.toNaira(),
      ends_proxy: order.kind === 'purchase',
      reason: refusal,
      until: refusal === null ? until : null,
    };
  }

  /**
   * One unit of work: no byte is both refunded and relayed, and a renewal comes before it or after.
   * @param key the Idempotency-Key: a repeated call answers what the first refunded.
   * @throws DomainError not_found, conflict NOT_REFUNDABLE, REFUND_CHANGED.
   */
  async refund(
    actor: Actor,
    proxyId: number,
    { expected_total }: RefundProxyDto,
    key?: string,
  ): Promise<RefundedProxyData> {
    const { userId } = actor;
    await assertOwnsProxy(this.uow, userId, proxyId);
    const settings = await this.settings.current();
    const reference = toKeyedReference('REFUND-OWN', actor, [proxyId], key);
    return this.uow.run(async () => {
      await this.wallet.lockBalance(userId);
      await lockOwnerShared(this.uow, userId);
      const earlier = await this.wallet.findByReference(reference);
      if (earlier) return toRefunded(earlier.id, earlier.amount);
      const goods = { column: 'id', value: proxyId } as const;
      await this.withdrawals.lockMeters(goods);
      const { order, amount, refusal } = await this.decide(proxyId, settings);
      if (refusal !== null) throw notRefundable(refusal);
      const { transactionId } = await this.refunds.takeBackUnused(actor, order.id, {
        ...{ goods, unused: amount, reference, expected: Money.naira(expected_total) },
        reason: 'Refunded by the customer.',
      });
      return toRefunded(transactionId, amount);
    });
  }

  private async decide(proxyId: number, settings: PlatformSettings): Promise<Decision> {
    const { refundWindowDays: days, refundMaximumUsedPercent: percent } = settings;
    const { orderId, isSuspended, isRefunded } = await this.findState(proxyId);
    const order = await this.uow.manager.findOneByOrFail(ProxyOrder, { id: orderId });
    const until = new Date(order.createdAt.getTime() + days * DAY);
    const refuse = (refusal: string) => ({ order, until, refusal, amount: Money.zero });
    if (order.transactionId === null) return refuse('A free trial is not refunded.');
    if (days === 0) return refuse('What is unused is not refunded.');
    const [proxy] = await this.withdrawals.findRefundable({ column: 'id', value: proxyId });
    const now = await this.clock.now();
    // Proxies that a refund has ended are suspended, too.
    if (isRefunded)
      return refuse('The last payment for this proxy was already refunded, in full or in part.');
    if (!proxy || proxy.expiresAt <= now) return refuse('This proxy has ended.');
    if (isSuspended) return refuse('This proxy is suspended. Please contact support.');
    if (order.kind === 'place')
      return refuse('The last payment for this proxy was for a place, which is not refunded.');
    if (until < now)
      return refuse(
        `The last payment for this proxy is older than ${days === 1 ? 'a day' : `${days} days`}.`,
      );
    const request = order.request as PurchaseRequest | ExtensionRequest;
    if (!isUsedAtMost(percent, request, proxy, now))
      return refuse(`More than ${percent}% of the ${getBasis(request.type)} is used.`);
    const isPurchase = order.kind === 'purchase';
    const paid = isPurchase ? proxy : { ...proxy, priceKobo: order.amount.kobo };
    const amount = calculateUnused(request, [paid], now);
    return amount.isPositive
      ? { order, until, refusal: null, amount }
      : refuse('Nothing is unused.');
  }

  /** The purchase of a proxy or the last order after it, and whether any of it is refunded, but for other proxies of it. */
  private async findState(
    proxyId: number,
  ): Promise<{ orderId: number; isSuspended: boolean; isRefunded: boolean }> {
    const [row] = await this.uow.manager.query<[Awaited<ReturnType<typeof this.findState>>]>(
      `SELECT o.id AS "orderId", ${isSuspendedByShop('p')} AS "isSuspended",
         o.status = 'refunded' OR EXISTS (SELECT FROM wallet_transaction w WHERE w.refund_of = o.transaction_id
           AND coalesce(w.metadata ->> 'proxy_id', p.id::text) = p.id::text) AS "isRefunded"
       FROM proxy p JOIN proxy_order o ON o.id = greatest(p.order_id,
         (SELECT max(later.id) FROM proxy_order later WHERE later.proxy_id = p.id))
       WHERE p.id = $1`,
      [proxyId],
    );
    return row;
  }
}

const toRefunded = (transactionId: number, amount: Money): RefundedProxyData =>
  withMessage(
    { transaction_id: transactionId, refunded: amount.toNaira() },
    `${formatNaira(amount)} is back in your wallet.`,
  );
