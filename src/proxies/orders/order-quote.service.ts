import { Injectable } from '@nestjs/common';
import { CatalogService } from '../../catalog/catalog.service';
import type { DatacenterCountry } from '../../catalog/catalog.types';
import { PricingService } from '../../catalog/prices/pricing.service';
import type { PlaceReach } from '../../common/gateway/place-reach';
import type { Money } from '../../common/money/money';
import {
  KIND_OF_TYPE,
  type DatacenterOrderRequest,
  type DatacenterPurchaseRequest,
  type OrderRequest,
  type PoolPurchaseRequest,
} from '../proxy.types';

const MINUTES_PER_DAY = 24 * 60;

/** A validated order with its price, by the prices in force at the time of the call. */
export interface OrderQuote {
  readonly request: OrderRequest;
  readonly quantity: number;
  /** Null for dedicated addresses. */
  readonly reach: PlaceReach | null;
  readonly unitPrice: Money;
  readonly total: Money;
  /** The line on the wallet statement. */
  readonly description: string;
  /** Country to reserve stock addresses in. */
  readonly stockCountry?: DatacenterCountry;
}

/** An order that is validated but not yet priced. */
export interface PreparedOrder {
  readonly request: OrderRequest;
  /** @throws DomainError invalid for a period that is not on sale. */
  readonly quote: () => Promise<OrderQuote>;
}

/** Validates orders and prices them. Every price that a customer is shown or charged comes from here. */
@Injectable()
export class OrderQuoteService {
  constructor(
    private readonly catalog: CatalogService,
    private readonly pricing: PricingService,
  ) {}

  /** @throws DomainError invalid for a place or package that is not on sale. */
  async quotePool(purchase: PoolPurchaseRequest, userId: number): Promise<OrderQuote> {
    const kind = KIND_OF_TYPE[purchase.type];
    const { price, validityDays, targeting, locationName, reach } = await this.pricing.quotePool(
      kind,
      purchase.gigabytes,
      purchase,
      userId,
    );
    return {
      request: { ...purchase, ...targeting, validityDays },
      quantity: 1,
      reach,
      unitPrice: price,
      total: price,
      description: describePool(purchase, locationName),
    };
  }

  /** @throws DomainError invalid for a country or period that is not on sale. Stock is not checked. */
  async quoteDatacenter(purchase: DatacenterPurchaseRequest, userId: number): Promise<OrderQuote> {
    return (await this.prepareDatacenter(purchase, userId)).quote();
  }

  /** @throws DomainError invalid for a country without datacenter. */
  async prepareDatacenter(
    purchase: DatacenterPurchaseRequest,
    userId: number,
  ): Promise<PreparedOrder> {
    const country = await this.catalog.getCountry(purchase.countryId);
    const request = toOrder(purchase, country);
    return { request, quote: () => this.quotePeriod(purchase, request, country, userId) };
  }

  private async quotePeriod(
    purchase: DatacenterPurchaseRequest,
    request: DatacenterOrderRequest,
    country: DatacenterCountry,
    userId: number,
  ): Promise<OrderQuote> {
    const { durationMinutes, quantity } = purchase;
    const unitPrice = await this.pricing.quoteAddress(country, durationMinutes, {
      quantity,
      userId,
    });
    return {
      request,
      quantity,
      reach: null,
      unitPrice,
      total: unitPrice.times(quantity),
      description: describeDatacenter(purchase, country.name),
      stockCountry: country,
    };
  }
}

const toOrder = (
  { durationMinutes, protocol, quantity }: DatacenterPurchaseRequest,
  { code }: DatacenterCountry,
): DatacenterOrderRequest => ({
  type: 'individual_ipv4',
  protocol,
  country: code,
  durationMinutes,
  quantity,
});

/** "Residential proxy, 5 GB, Nigeria". */
const describePool = (purchase: PoolPurchaseRequest, country: string): string =>
  `${purchase.type === 'mobile_ipv4' ? 'Mobile' : 'Residential'} proxy, ${purchase.gigabytes} GB, ${country}`;

/** "3 datacenter proxies, 30 days, Germany". */
const describeDatacenter = (purchase: DatacenterPurchaseRequest, country: string): string => {
  const product =
    purchase.quantity === 1 ? 'Datacenter proxy' : `${purchase.quantity} datacenter proxies`;
  return `${product}, ${purchase.durationMinutes / MINUTES_PER_DAY} days, ${country}`;
};
