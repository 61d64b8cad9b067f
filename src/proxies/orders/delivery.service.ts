import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { StockService } from '../../catalog/stock/stock.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, Money } from '../../common/money/money';
import { SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { JobQueue } from '../../queue/job-queue';
import { WalletService } from '../../wallet/wallet.service';
import { ProviderAttemptRepository } from './provider-attempt.repository';
import { PlaceRepository } from '../places/place.repository';
import { ProxyLifecycleRepository } from '../lifecycle/proxy-lifecycle.repository';
import { ProviderSyncService } from '../provider-sync/provider-sync.service';
import { OrderRepository, type DeliveredOrder, type PlacedOrder } from './order.repository';
import type { DeliveredUnit, ProvisionResult } from '../ports/proxy-provider.port';
import { ProviderClient } from '../ports/provider-client';
import { ProxyRepository, type StoredProxy } from '../proxy.repository';
import { ProxyPasswordService } from '../proxy-password.service';

const FIRST_CHECK_DELAY_MS = 5 * SECOND;

/** A delivered order with its proxies. */
export interface Delivery {
  readonly order: DeliveredOrder;
  readonly proxies: readonly StoredProxy[];
}

/**
 * Applies the result of a provider call: inserts delivered proxies and refunds the rest. The attempt
 * ends by compare-and-set, so concurrent callers apply a result once.
 */
@Injectable()
export class DeliveryService {
  private readonly logger = new Logger(DeliveryService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly provider: ProviderClient,
    private readonly attempts: ProviderAttemptRepository,
    private readonly orders: OrderRepository,
    private readonly proxies: ProxyRepository,
    private readonly passwords: ProxyPasswordService,
    private readonly stock: StockService,
    private readonly wallet: WalletService,
    private readonly lifecycle: ProxyLifecycleRepository,
    private readonly places: PlaceRepository,
    private readonly providerSync: ProviderSyncService,
    private readonly audit: AuditService,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Applies one result; does nothing when the attempt has already ended.
   * @returns what this call delivered; null when it delivered nothing or the account is suspended.
   */
  async apply(
    attemptId: number,
    order: PlacedOrder,
    result: ProvisionResult,
  ): Promise<Delivery | null> {
    if (result.outcome === 'unknown') await this.markUnknown(attemptId, order.id, result.reason);
    else if (result.outcome === 'rejected' || result.units.length === 0)
      await this.refundAll(
        attemptId,
        order,
        'reason' in result ? result.reason : 'Nothing was delivered',
      );
    else {
      const delivery = await this.deliver(attemptId, order, result.units);
      if (delivery) return delivery.accountSuspended ? null : delivery;
      if (await this.attempts.hasFailed(attemptId))
        await this.suspendUnpaid(order.id, result.units);
    }
    return null;
  }

  /** @returns null when the attempt had already ended. */
  private deliver(
    attemptId: number,
    order: PlacedOrder,
    units: readonly DeliveredUnit[],
  ): Promise<(Delivery & { accountSuspended: boolean }) | null> {
    return this.uow.run(async () => {
      const kept = units.slice(0, order.quantity);
      const missing = order.quantity - kept.length;
      if (missing) await this.lockWallet(order);
      const proxies = await this.insertProxies(attemptId, order, kept);
      if (proxies.length === 0) return null;
      if (kept.length < units.length)
        this.logger.error(
          { orderId: order.id, got: units.length },
          'A provider delivered more than ordered',
        );
      const refunded = unitPrice(order).times(missing);
      const status = missing ? 'partly_delivered' : 'delivered';
      const { accountSuspended } = await this.transition(order, status, refunded);
      if (accountSuspended) await this.suspendDelivered(order);
      await this.audit.record('system', {
        action: 'proxy.delivered',
        target: `order:${order.id}`,
        details: `${kept.length} of ${order.quantity} delivered`,
      });
      if (missing)
        await this.creditRefund(order, refunded, `${missing} of ${order.quantity} undelivered`);
      if (missing) await this.releaseUnusedStock(order, kept);
      crashPoint('purchase.before-record');
      return { order: { ...order, status, refunded }, proxies, accountSuspended };
    });
  }

  /** Accepts what the provider cannot tell: the order is delivered, without proxies. Needs an open unit of work. */
  async acceptAsDelivered(attemptId: number, order: PlacedOrder, reason: string): Promise<void> {
    if (!(await this.attempts.succeed(attemptId, reason))) return;
    await this.transition(order, 'delivered', Money.zero);
  }

  /** Suspends units delivered after the refund; their addresses may already be sold again. */
  async suspendUnpaid(orderId: number, units: readonly DeliveredUnit[]): Promise<void> {
    const results = await Promise.all(units.map(({ apiId }) => this.provider.suspend(apiId)));
    const stopped = results.filter(({ outcome }) => outcome === 'done').length;
    this.logger.error({ orderId, units: units.length, stopped }, 'A refunded order was delivered');
    await this.uow.run(() =>
      this.audit.record('system', {
        action: 'system.alert_raised',
        target: `order:${orderId}`,
        details: `Order ${orderId} came from the provider after it was refunded: ${stopped} of ${units.length} proxies were stopped there`,
      }),
    );
  }

  private refundAll(attemptId: number, order: PlacedOrder, reason: string): Promise<void> {
    return this.uow.run(async () => {
      await this.lockWallet(order);
      if (!(await this.attempts.fail(attemptId, reason))) return;
      await this.transition(order, 'refunded', order.amount);
      await this.creditRefund(order, order.amount, 'not delivered');
      await this.wallet.markRefunded(order.transactionId);
      await this.stock.releaseOrder(order.id);
      await this.places.refoldAfter(order.id);
    });
  }

  /**
   * Before the order changes: a repeated request holds the wallet while its insert waits for a change of the
   * order with its key.
   */
  private async lockWallet({ userId }: PlacedOrder): Promise<void> {
    await this.wallet.lockBalance(userId);
  }

  private markUnknown(attemptId: number, orderId: number, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const delay = await this.attempts.markUnknown(attemptId, reason, FIRST_CHECK_DELAY_MS);
      if (delay === null) return;
      if (await this.orders.transition(orderId, 'unknown'))
        await this.audit.record('system', {
          action: 'proxy.delivery_unknown',
          target: `order:${orderId}`,
          details: 'The provider gave no clear answer; it will be asked again',
        });
      await this.uow.afterCommit(() =>
        this.queue.add('proxies.resolve-attempt', { attemptId }, { delay }),
      );
    });
  }

  private async transition(
    order: PlacedOrder,
    to: 'delivered' | 'partly_delivered' | 'refunded',
    refund: Money,
  ): Promise<{ accountSuspended: boolean }> {
    const moved = await this.orders.transition(order.id, to, refund);
    if (!moved) throw new Error(`Order ${order.id} cannot become ${to}`);
    return moved;
  }

  /** Suspends the proxies of an account that was suspended during the delivery. */
  private async suspendDelivered({ id, userId }: PlacedOrder): Promise<void> {
    await this.lifecycle.suspendDelivered(id);
    await this.uow.afterCommit(() => this.providerSync.syncDue({ userId }));
  }

  private insertProxies(
    attemptId: number,
    order: PlacedOrder,
    units: readonly DeliveredUnit[],
  ): Promise<StoredProxy[]> {
    const { request } = order;
    const pool = request.type === 'individual_ipv4' ? null : request;
    return this.proxies.insertDelivered(attemptId, {
      orderId: order.id,
      provider: this.provider.name,
      userId: order.userId,
      type: request.type,
      protocol: request.protocol,
      proxies: units.map((unit) => {
        const uuid = randomUUID();
        return {
          uuid,
          unit,
          passwordEncrypted: this.passwords.encrypt(uuid, unit.password),
          country: request.country,
          region: pool?.region ?? null,
          city: pool?.city ?? null,
          isp: pool?.isp ?? null,
          ttlMinutes: pool?.ttlMinutes ?? null,
          price: unitPrice(order),
        };
      }),
    });
  }

  private async creditRefund(order: PlacedOrder, amount: Money, reason: string): Promise<void> {
    await this.wallet.credit(
      {
        userId: order.userId,
        reference: `REFUND-${order.id}-${order.transactionId}`,
        type: 'credit',
        purpose: 'refund',
        amount,
        description: `Refund of order ${order.id}: ${reason}`,
        paymentMethod: 'wallet',
        metadata: { order_id: order.id, proxy_type: order.request.type },
        refundOf: order.transactionId,
      },
      {
        idempotencyKey: `refund:order:${order.id}`,
        kind: 'purchase_reversal',
        against: 'revenue',
      },
    );
    await this.audit.record('system', {
      action: 'proxy.order_refunded',
      target: `order:${order.id}`,
      details: `${formatNaira(amount)} refunded: ${reason}`,
    });
  }

  private async releaseUnusedStock(
    order: PlacedOrder,
    kept: readonly DeliveredUnit[],
  ): Promise<void> {
    const used = new Set(kept.map((unit) => unit.ip));
    const reserved = await this.stock.findReserved(order.id);
    await this.stock.release(
      reserved
        .filter((unit) => !used.has(unit.address))
        .map(({ address }) => ({ orderId: order.id, address })),
    );
  }
}

/** Exact, because the amount is the unit price times the quantity. */
const unitPrice = (order: PlacedOrder): Money =>
  Money.kobo(order.amount.kobo / BigInt(order.quantity));
