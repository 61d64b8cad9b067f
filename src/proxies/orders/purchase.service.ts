import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { CatalogService } from '../../catalog/catalog.service';
import type { DatacenterCountry, ReservedAddress } from '../../catalog/catalog.types';
import { PricingService } from '../../catalog/prices/pricing.service';
import { StockService } from '../../catalog/stock/stock.service';
import { crashPoint } from '../../common/crash-point';
import { formatNaira, type Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { DeliveryService } from './delivery.service';
import { describeDatacenter, describePool } from './order-description';
import { OrderRepository } from './order.repository';
import type {
  DatacenterOrderRequest,
  DatacenterPurchaseRequest,
  OrderRequest,
  PoolOrderRequest,
  PoolPurchaseRequest,
  PurchaseReceipt,
} from './order.types';
import { PROVIDER_TIMEOUT_MS, ProviderClient } from '../ports/provider-client';
import { KIND_OF_TYPE } from '../proxy.types';
import { PurchaseReceiptService } from './purchase-receipt.service';

/** A wish that was found deliverable, with its price. */
interface Quote {
  readonly request: OrderRequest;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly description: string;
  /** Where addresses of our stock are to be held for it. */
  readonly stockOf?: DatacenterCountry;
}

/** An order that is paid for and not yet delivered. */
interface ChargedOrder {
  readonly orderId: number;
  readonly attemptId: number;
  readonly attemptKey: string;
  readonly reserved: ReservedAddress[];
}

/**
 * Sells proxies. First the wallet is charged and the order written, in one transaction; then the
 * provider is asked, outside any; then what it answered is booked. A crash or silence in between
 * leaves an open attempt that only asking the provider again can end.
 */
@Injectable()
export class PurchaseService {
  private readonly logger = new Logger(PurchaseService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly catalog: CatalogService,
    private readonly pricing: PricingService,
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
   * @param key the caller's Idempotency-Key; the same one never buys twice.
   * @throws DomainError invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED, or
   * upstream_failed DELIVERY_FAILED after a full refund.
   */
  buyPool(actor: Actor, wish: PoolPurchaseRequest, key?: string): Promise<PurchaseReceipt> {
    const request: PoolOrderRequest = { ...wish, validityDays: 0 };
    return this.buyIdempotently(actor, request, key, async () => {
      const kind = KIND_OF_TYPE[wish.type];
      const targeting = await this.catalog.resolveTargeting(kind, wish);
      const [{ price, validityDays }, place] = await Promise.all([
        this.pricing.quotePool(kind, wish.gigabytes),
        this.catalog.getLocationName(wish.country),
      ]);
      return {
        request: { ...wish, ...targeting, validityDays },
        quantity: 1,
        unitPrice: price,
        description: describePool(wish, place),
      };
    });
  }

  /**
   * Buys dedicated addresses for a period.
   * @throws DomainError as `buyPool`, and conflict OUT_OF_STOCK.
   */
  async buyDatacenter(
    actor: Actor,
    wish: DatacenterPurchaseRequest,
    key?: string,
  ): Promise<PurchaseReceipt> {
    const { countryId, durationMinutes, protocol, quantity } = wish;
    const country = await this.catalog.getCountry(countryId);
    const request: DatacenterOrderRequest = {
      type: 'individual_ipv4',
      protocol,
      country: country.code,
      durationMinutes,
      quantity,
    };
    return this.buyIdempotently(actor, request, key, async () => ({
      request,
      quantity,
      unitPrice: await this.pricing.quoteDatacenter(countryId, durationMinutes),
      description: describeDatacenter(wish, country.name),
      stockOf: country,
    }));
  }

  /** Answers a repeated key from the order it placed; places the order otherwise. */
  private async buyIdempotently(
    actor: Actor,
    request: OrderRequest,
    key: string | undefined,
    plan: () => Promise<Quote>,
  ): Promise<PurchaseReceipt> {
    const replay = async () =>
      key === undefined ? null : this.receipts.findReceiptByKey(actor.userId, key, request);
    const earlier = await replay();
    if (earlier) return earlier;
    const planned = await plan();
    let paid: ChargedOrder;
    try {
      paid = await this.charge(actor, planned, key ?? randomUUID());
    } catch (error) {
      // The same key may have come twice at once, and the other one won: whatever stopped this one
      // (the key itself, the money or the stock it took), the answer is that one's.
      const winner = await replay();
      if (winner) return winner;
      throw error;
    }
    await this.deliver(paid, planned);
    return this.receipts.getReceipt(paid.orderId);
  }

  private async charge(actor: Actor, plan: Quote, idempotencyKey: string): Promise<ChargedOrder> {
    const attemptKey = randomUUID();
    const amount = plan.unitPrice.times(plan.quantity);
    return this.uow.run(async () => {
      const { transactionId } = await this.wallet.charge(
        {
          userId: actor.userId,
          reference: `BUY-${attemptKey.replaceAll('-', '').slice(0, 16).toUpperCase()}`,
          type: 'debit',
          purpose: 'purchase',
          amount,
          description: plan.description,
          paymentMethod: 'wallet',
          metadata: { proxy_type: plan.request.type, quantity: plan.quantity },
        },
        { idempotencyKey: `purchase:${attemptKey}`, kind: 'purchase', against: 'revenue' },
      );
      crashPoint('purchase.after-charge');
      const { orderId, attemptId } = await this.orders.insert({
        userId: actor.userId,
        idempotencyKey,
        quantity: plan.quantity,
        amount,
        request: plan.request,
        transactionId,
        provider: this.provider.name,
        attemptKey,
        nextCheckAt: this.clock.in(PROVIDER_TIMEOUT_MS * 1.5),
      });
      const reserved = plan.stockOf
        ? await this.stock.reserve(orderId, plan.stockOf, plan.quantity)
        : [];
      await this.audit.record(actor, {
        action: 'proxy.ordered',
        target: `order:${orderId}`,
        details: `${plan.description} for ${formatNaira(amount)}`,
      });
      return { orderId, attemptId, attemptKey, reserved };
    });
  }

  private async deliver(paid: ChargedOrder, plan: Quote): Promise<void> {
    crashPoint('purchase.before-provider');
    const result = await this.provider.provision({
      key: paid.attemptKey,
      order: plan.request,
      reserved: paid.reserved,
    });
    crashPoint('purchase.after-provider');
    try {
      await this.delivery.apply(paid.attemptId, paid.orderId, result);
      crashPoint('purchase.after-record');
    } catch (error) {
      // The attempt stays open, so the sweep asks the provider and books the same answer.
      this.logger.error({ err: error, orderId: paid.orderId }, 'A delivery could not be booked');
    }
  }
}
