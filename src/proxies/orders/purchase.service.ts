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

const MINUTES_PER_DAY = 24 * 60;

/** A validated purchase request with its price. */
interface Quote {
  readonly request: OrderRequest;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly description: string;
  /** Country to reserve stock addresses in. */
  readonly stockCountry?: DatacenterCountry;
}

/** An order whose wallet charge is committed and whose delivery is pending. */
interface ChargedOrder {
  readonly orderId: number;
  readonly attemptId: number;
  readonly attemptKey: string;
  readonly reserved: ReservedAddress[];
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
   * @param key the Idempotency-Key of the caller.
   * @throws DomainError invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED, or
   * upstream_failed DELIVERY_FAILED after a full refund.
   */
  buyPool(actor: Actor, purchase: PoolPurchaseRequest, key?: string): Promise<PurchaseReceipt> {
    const request: PoolOrderRequest = { ...purchase, validityDays: 0 };
    return this.buyIdempotently(actor, request, key, async () => {
      const kind = KIND_OF_TYPE[purchase.type];
      const targeting = await this.catalog.resolveTargeting(kind, purchase);
      const [{ price, validityDays }, place] = await Promise.all([
        this.pricing.quotePool(kind, purchase.gigabytes),
        this.catalog.getLocationName(purchase.country),
      ]);
      return {
        request: { ...purchase, ...targeting, validityDays },
        quantity: 1,
        unitPrice: price,
        description: describePool(purchase, place),
      };
    });
  }

  /**
   * Buys dedicated addresses for a period.
   * @throws DomainError as `buyPool`, and conflict OUT_OF_STOCK.
   */
  async buyDatacenter(
    actor: Actor,
    purchase: DatacenterPurchaseRequest,
    key?: string,
  ): Promise<PurchaseReceipt> {
    const { countryId, durationMinutes, protocol, quantity } = purchase;
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
      description: describeDatacenter(purchase, country.name),
      stockCountry: country,
    }));
  }

  /** Returns the receipt of the existing order for a repeated key; places the order otherwise. */
  private async buyIdempotently(
    actor: Actor,
    request: OrderRequest,
    key: string | undefined,
    createQuote: () => Promise<Quote>,
  ): Promise<PurchaseReceipt> {
    const replay = async () =>
      key === undefined ? null : this.receipts.findReceiptByKey(actor.userId, key, request);
    const earlier = await replay();
    if (earlier) return earlier;
    const quote = await createQuote();
    let charged: ChargedOrder;
    try {
      charged = await this.charge(actor, quote, key ?? randomUUID());
    } catch (error) {
      // A concurrent request with the same key may have won. Whatever failed here (unique key, balance
      // or stock), the receipt of that order is the answer.
      const winner = await replay();
      if (winner) return winner;
      throw error;
    }
    await this.deliver(charged, quote);
    return this.receipts.getReceipt(charged.orderId);
  }

  private async charge(actor: Actor, quote: Quote, idempotencyKey: string): Promise<ChargedOrder> {
    const attemptKey = randomUUID();
    const amount = quote.unitPrice.times(quote.quantity);
    return this.uow.run(async () => {
      const { transactionId } = await this.wallet.charge(
        {
          userId: actor.userId,
          reference: `BUY-${attemptKey.replaceAll('-', '').slice(0, 16).toUpperCase()}`,
          type: 'debit',
          purpose: 'purchase',
          amount,
          description: quote.description,
          paymentMethod: 'wallet',
          metadata: { proxy_type: quote.request.type, quantity: quote.quantity },
        },
        { idempotencyKey: `purchase:${attemptKey}`, kind: 'purchase', against: 'revenue' },
      );
      crashPoint('purchase.after-charge');
      const { orderId, attemptId } = await this.orders.insert({
        userId: actor.userId,
        idempotencyKey,
        quantity: quote.quantity,
        amount,
        request: quote.request,
        transactionId,
        provider: this.provider.name,
        attemptKey,
        nextCheckAt: this.clock.in(PROVIDER_TIMEOUT_MS * 1.5),
      });
      const reserved = quote.stockCountry
        ? await this.stock.reserve(orderId, quote.stockCountry, quote.quantity)
        : [];
      await this.audit.record(actor, {
        action: 'proxy.ordered',
        target: `order:${orderId}`,
        details: `${quote.description} for ${formatNaira(amount)}`,
      });
      return { orderId, attemptId, attemptKey, reserved };
    });
  }

  private async deliver(charged: ChargedOrder, quote: Quote): Promise<void> {
    crashPoint('purchase.before-provider');
    const result = await this.provider.provision({
      key: charged.attemptKey,
      order: quote.request,
      reserved: charged.reserved,
    });
    crashPoint('purchase.after-provider');
    try {
      await this.delivery.apply(charged.attemptId, charged.orderId, result);
      crashPoint('purchase.after-record');
    } catch (error) {
      // The attempt stays open, so the sweep looks it up and applies the same result.
      this.logger.error(
        { err: error, orderId: charged.orderId },
        'The result of a delivery could not be stored',
      );
    }
  }
}

/** "Residential proxy, 5 GB, Nigeria": the line on the wallet statement. */
const describePool = (purchase: PoolPurchaseRequest, country: string): string =>
  `${purchase.type === 'mobile_ipv4' ? 'Mobile' : 'Residential'} proxy, ${purchase.gigabytes} GB, ${country}`;

/** "3 datacenter proxies, 30 days, Germany". */
const describeDatacenter = (purchase: DatacenterPurchaseRequest, country: string): string => {
  const product =
    purchase.quantity === 1 ? 'Datacenter proxy' : `${purchase.quantity} datacenter proxies`;
  return `${product}, ${purchase.durationMinutes / MINUTES_PER_DAY} days, ${country}`;
};
