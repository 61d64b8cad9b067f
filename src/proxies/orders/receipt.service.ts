import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { WalletService } from '../../wallet/wallet.service';
import { OrderRepository, type Order } from './order.repository';
import type { OrderRequest, PurchaseReceipt } from './order.types';
import { deliveryFailed, keyReused } from '../proxies.errors';
import { ProxyRepository } from '../proxy.repository';
import { ProxySecrets } from '../proxy-secrets';

const POLL_MS = 40;
/** As long as a purchase waits for its provider, and a moment more. */
const PATIENCE_MS = 25_000;

/** Tells a buyer what became of an order, the first time and every time after. */
@Injectable()
export class ReceiptService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly proxies: ProxyRepository,
    private readonly wallet: WalletService,
    private readonly secrets: ProxySecrets,
  ) {}

  /** @throws DomainError upstream_failed DELIVERY_FAILED when everything was refunded. */
  async of(orderId: number): Promise<PurchaseReceipt> {
    return this.write(await this.orders.get(orderId));
  }

  /**
   * The receipt of an order that was placed before under the same key, once it is decided.
   * @returns null when there is no such order.
   * @throws DomainError conflict IDEMPOTENCY_KEY_REUSED when it was for something else.
   */
  async replay(
    userId: number,
    key: string,
    request: OrderRequest,
  ): Promise<PurchaseReceipt | null> {
    const order = await this.orders.findByKey(userId, key);
    if (!order) return null;
    if (!sameWish(order.request, request)) throw keyReused();
    return this.write(await this.decided(order));
  }

  private async decided(order: Order): Promise<Order> {
    const deadline = Date.now() + PATIENCE_MS;
    let now = order;
    while (now.status === 'charged' && Date.now() < deadline) {
      await delay(POLL_MS);
      now = await this.orders.get(order.id);
    }
    return now;
  }

  private async write(order: Order): Promise<PurchaseReceipt> {
    if (order.status === 'refunded') throw deliveryFailed();
    const [rows, transaction] = await Promise.all([
      this.proxies.ofOrder(order.id),
      this.wallet.findTransaction(order.transactionId),
    ]);
    if (!transaction) throw new Error(`Order ${order.id} has lost its transaction`);
    return {
      orderId: order.id,
      status: order.status,
      quantity: order.quantity,
      proxies: rows.map((row) => this.secrets.reveal(row)),
      refunded: order.refunded,
      transaction,
    };
  }
}

/** How long a package is valid follows from the price list of the day, not from the buyer. */
const sameWish = (placed: OrderRequest, asked: OrderRequest): boolean =>
  isDeepStrictEqual({ ...placed, validityDays: null }, { ...asked, validityDays: null });
