import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { idempotencyKeyReused } from '../../common/errors/idempotency.errors';
import type { StandingResults } from '../../common/http/idempotent.decorator';
import { WalletService } from '../../wallet/wallet.service';
import type { StatementLine } from '../../wallet/wallet.types';
import { OrderRepository, type DeliveredOrder, type Order } from './order.repository';
import type { OrderRequest, PurchaseReceipt } from './order.types';
import { deliveryFailed } from '../proxies.errors';
import { ProxyRepository, type StoredProxy } from '../proxy.repository';
import { ProxyPasswordService } from '../proxy-password.service';

const POLL_INTERVAL_MS = 40;
/** Longer than the timeout of the provider call. */
const WAIT_TIMEOUT_MS = 25_000;

/** Builds the receipt of an order, for the purchase and for repeated requests with its key. */
@Injectable()
export class PurchaseReceiptService implements StandingResults {
  constructor(
    private readonly orders: OrderRepository,
    private readonly proxies: ProxyRepository,
    private readonly wallet: WalletService,
    private readonly passwords: ProxyPasswordService,
  ) {}

  /** Whether an order stands under the key; `findReceiptByKey` answers from it. */
  async hasResult(userId: number, key: string): Promise<boolean> {
    return (await this.orders.findByKey(userId, key)) !== null;
  }

  /** @throws DomainError upstream_failed DELIVERY_FAILED when everything was refunded. */
  async getReceipt(orderId: number): Promise<PurchaseReceipt> {
    return this.toReceipt(await this.orders.get(orderId));
  }

  /**
   * Waits for the decision and returns the receipt of the order that was placed with the same key.
   * @returns null when there is no such order.
   * @throws DomainError conflict IDEMPOTENCY_KEY_REUSED when it was for something else.
   */
  async findReceiptByKey(
    userId: number,
    key: string,
    request: OrderRequest,
  ): Promise<PurchaseReceipt | null> {
    const order = await this.orders.findByKey(userId, key);
    if (!order) return null;
    if (!isSameRequest(order.request, request)) throw idempotencyKeyReused();
    return this.toReceipt(await this.waitUntilDecided(order));
  }

  /** Waits while the call to the provider is running. */
  async waitUntilDecided(order: Order): Promise<Order> {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    let current = order;
    while (current.status === 'charged' && Date.now() < deadline) {
      await delay(POLL_INTERVAL_MS);
      current = await this.orders.get(order.id);
    }
    return current;
  }

  private async toReceipt(order: Order): Promise<PurchaseReceipt> {
    if (order.status === 'refunded') throw deliveryFailed();
    const [rows, transaction] = await Promise.all([
      this.proxies.findByOrder(order.id),
      this.wallet.findTransaction(order.transactionId),
    ]);
    if (!transaction) throw new Error(`Order ${order.id} has no transaction`);
    return this.createReceipt(order, rows, transaction);
  }

  /** The receipt of what was just delivered, without reading it again. */
  createReceipt(
    order: DeliveredOrder,
    rows: readonly StoredProxy[],
    transaction: StatementLine,
  ): PurchaseReceipt {
    return {
      orderId: order.id,
      status: order.status,
      quantity: order.quantity,
      proxies: rows.map((row) => this.passwords.toOwnedProxy(row)),
      refunded: order.refunded,
      transaction,
    };
  }
}

/** Ignores the validity, which comes from the price list and not from the request. */
const isSameRequest = (placed: OrderRequest, requested: OrderRequest): boolean =>
  isDeepStrictEqual({ ...placed, validityDays: null }, { ...requested, validityDays: null });
