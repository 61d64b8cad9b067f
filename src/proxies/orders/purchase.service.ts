import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { ReservedAddress } from '../../catalog/catalog.types';
import { StockService } from '../../catalog/stock/stock.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, type Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import type { StatementLine } from '../../wallet/wallet.types';
import { DeliveryService, type Delivery } from './delivery.service';
import { OrderQuoteService, type OrderQuote } from './order-quote.service';
import { OrderRepository, type PlacedOrder } from './order.repository';
import type {
  DatacenterPurchaseRequest,
  OrderRequest,
  PoolOrderRequest,
  PoolPurchaseRequest,
  PurchaseReceipt,
} from './order.types';
import { PROVIDER_TIMEOUT_MS, ProviderClient } from '../ports/provider-client';
import { priceChanged } from '../proxies.errors';
import { PurchaseReceiptService } from './purchase-receipt.service';

/** An order whose wallet charge is committed and whose delivery is pending. */
interface ChargedOrder {
  readonly order: PlacedOrder;
  readonly attemptId: number;
  readonly attemptKey: string;
  readonly reserved: ReservedAddress[];
  /** The debit on the wallet statement. */
  readonly transaction: StatementLine;
}

/**
 * Purchase of proxies in three steps: charge the wallet and insert the order in one transaction, call
 * the provider outside of any, apply its result. A crash or timeout in between leaves an open attempt
 * that only a lookup at the provider ends.
 */
@Injectable()
export class PurchaseService {
  private readonly logger = new Logger(PurchaseService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly quotes: OrderQuoteService,
    private readonly stock: StockService,
    private readonly wallet: WalletService,
    private readonly orders: OrderRepository,
    private readonly provider: ProviderClient,
    private readonly delivery: DeliveryService,
    private readonly receipts: PurchaseReceiptService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Buys a traffic package of a pool.
   * @param key the Idempotency-Key of the caller.
   * @param expectedTotal the price that the buyer agreed to; undefined accepts any.
   * @throws DomainError invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED or PRICE_CHANGED, or
   * upstream_failed DELIVERY_FAILED after a full refund.
   */
  buyPool(
    actor: Actor,
    purchase: PoolPurchaseRequest,
    key?: string,
    expectedTotal?: Money,
  ): Promise<PurchaseReceipt> {
    const request: PoolOrderRequest = { ...purchase, validityDays: 0 };
    return this.buyIdempotently(actor, request, key, async () =>
      agreed(await this.quotes.quotePool(purchase, actor.userId), expectedTotal),
    );
  }

  /**
   * Buys dedicated addresses for a period.
   * @throws DomainError as `buyPool`, and conflict OUT_OF_STOCK.
   */
  async buyDatacenter(
    actor: Actor,
    purchase: DatacenterPurchaseRequest,
    key?: string,
    expectedTotal?: Money,
  ): Promise<PurchaseReceipt> {
    const { request, quote } = await this.quotes.prepareDatacenter(purchase, actor.userId);
    return this.buyIdempotently(actor, request, key, async () =>
      agreed(await quote(), expectedTotal),
    );
  }

  /** Returns the receipt of the existing order for a repeated key; places the order otherwise. */
  private async buyIdempotently(
    actor: Actor,
    request: OrderRequest,
    key: string | undefined,
    createQuote: () => Promise<OrderQuote>,
  ): Promise<PurchaseReceipt> {
    const replay = async () =>
      key === undefined ? null : this.receipts.findReceiptByKey(actor.userId, key, request);
    const earlier = await replay();
    if (earlier) return earlier;
    let charged: ChargedOrder;
    try {
      charged = await this.charge(actor, await createQuote(), key ?? randomUUID());
    } catch (error) {
      // A concurrent request with the same key may have won. Whatever failed here (unique key, balance,
      // stock or price), the receipt of that order is the answer.
      const winner = await replay();
      if (winner) return winner;
      throw error;
    }
    const delivery = await this.deliver(charged);
    return delivery
      ? this.receipts.createReceipt(delivery.order, delivery.proxies, charged.transaction)
      : this.receipts.getReceipt(charged.order.id);
  }

  private async charge(
    actor: Actor,
    quote: OrderQuote,
    idempotencyKey: string,
  ): Promise<ChargedOrder> {
    const attemptKey = randomUUID();
    const amount = quote.total;
    return this.uow.run(async () => {
      const { transaction } = await this.wallet.charge(
        {
          userId: actor.userId,
          reference: `BUY-${attemptKey.replaceAll('-', '').slice(0, 16).toUpperCase()}`,
          type: 'debit',
          purpose: 'purchase',
          amount,
          description: quote.description,
          paymentMethod: 'wallet',
          apiKey: actor.apiKey,
          member: actor.member,
          metadata: { proxy_type: quote.request.type, quantity: quote.quantity },
        },
        { idempotencyKey: `purchase:${attemptKey}`, kind: 'purchase', against: 'revenue' },
      );
      crashPoint('purchase.after-charge');
      const { order, attemptId } = await this.orders.insert({
        userId: actor.userId,
        idempotencyKey,
        quantity: quote.quantity,
        amount,
        request: quote.request,
        reach: quote.reach,
        transactionId: transaction.id,
        provider: this.provider.name,
        attemptKey,
        firstCheckMs: PROVIDER_TIMEOUT_MS * 1.5,
      });
      const { request, stockCountry, quantity } = quote;
      const reserved =
        stockCountry && request.type === 'individual_ipv4'
          ? await this.stock.reserve(order.id, stockCountry, request.durationMinutes, quantity)
          : [];
      await this.audit.record(actor, {
        action: 'proxy.ordered',
        target: `order:${order.id}`,
        details: `${quote.description} for ${formatNaira(amount)}`,
      });
      return { order, attemptId, attemptKey, reserved, transaction };
    });
  }

  /** @returns null when it was not delivered by this call. */
  private async deliver(charged: ChargedOrder): Promise<Delivery | null> {
    crashPoint('purchase.before-provider');
    const result = await this.provider.provision({
      key: charged.attemptKey,
      order: charged.order.request,
      reserved: charged.reserved,
    });
    crashPoint('purchase.after-provider');
    try {
      const delivery = await this.delivery.apply(charged.attemptId, charged.order, result);
      crashPoint('purchase.after-record');
      return delivery;
    } catch (error) {
      // The attempt stays open, so the sweep looks it up and applies the same result.
      this.logger.error(
        { err: error, orderId: charged.order.id },
        'The result of a delivery could not be stored',
      );
      return null;
    }
  }
}

/** @throws DomainError conflict PRICE_CHANGED when the price is not what the buyer agreed to. */
function agreed(quote: OrderQuote, expectedTotal: Money | undefined): OrderQuote {
  if (expectedTotal && !expectedTotal.equals(quote.total))
    throw priceChanged(expectedTotal, quote.total);
  return quote;
}
