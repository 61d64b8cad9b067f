import { Injectable } from '@nestjs/common';
import { unknownCountry } from '../../catalog/catalog.errors';
import { CatalogService } from '../../catalog/catalog.service';
import { RANDOM_LOCATION, type DatacenterCountry } from '../../catalog/catalog.types';
import { PricingService } from '../../catalog/prices/pricing.service';
import type { PlaceReach } from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock, MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  choosePackage,
  choosePeriod,
  noPeriodForPool,
  priceChanged,
  unlimitedTraffic,
} from '../proxies.errors';
import { toPlace } from '../proxies.dto';
import { KIND_OF_TYPE } from '../proxy.types';
import {
  ExtensionQuoteDto,
  type ExtensionChoice,
  type BuyDatacenterDto,
  type BuyProxiesDto,
  type OrderQuoteData,
  type PurchaseBody,
} from './orders.dto';
import type { ClaimTrialDto } from '../trial/trial.dto';
import { assertExtendable, getRenewable, type RenewableProxy } from '../renewal/renewable-proxy';
import type {
  ExtensionKind,
  ExtensionRequest,
  ProxyOrder,
  PurchaseRequest,
  PoolOrderRequest,
} from './order.entity';

const MINUTES_PER_DAY = 24 * 60;
/** After it, a page that shows the price asks again. */
const VALID_MS = 5 * MINUTE;

/** A validated order with its price, by the prices in force at the time of the call. */
export interface OrderQuote<R extends ProxyOrder['request'] = ProxyOrder['request']> extends Pick<
  ProxyOrder,
  'kind' | 'proxyId' | 'quantity'
> {
  readonly request: R;
  /** Where what it buys may leave; null for dedicated addresses. */
  readonly reach: PlaceReach | null;
  readonly unitPrice: Money;
  readonly total: Money;
  /** The line on the wallet statement. */
  readonly description: string;
}

/** An extension of the caller's own proxy whose fields fit its kind. */
export interface PreparedExtension {
  readonly proxy: RenewableProxy;
  readonly request: ExtensionRequest;
  readonly userId: number;
}

/** Validates orders and prices them. Every price that a customer is shown or charged comes from here. */
@Injectable()
export class OrderQuoteService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly catalog: CatalogService,
    private readonly pricing: PricingService,
    private readonly clock: Clock,
  ) {}

  async quoteOrder(actor: Actor, body: PurchaseBody): Promise<OrderQuoteData> {
    const { userId } = actor;
    if (body instanceof ExtensionQuoteDto)
      return this.quoteRenewal(actor, body.proxy_id, body, body.order);
    return this.toData(
      body.proxy_type === 'individual_ipv4'
        ? await this.quoteDatacenter(body, await this.getCountry(body.country_id), userId)
        : await this.quotePool(body, userId),
    );
  }

  async quoteRenewal(
    { userId }: Actor,
    proxyId: number,
    choice: ExtensionChoice,
    kind: ExtensionKind = 'renewal',
  ): Promise<OrderQuoteData> {
    const prepared = await this.prepareExtension(userId, proxyId, kind, choice);
    return this.toData(await this.quoteExtension(prepared));
  }

  /** @throws DomainError invalid for a place or package that is not on sale. */
  async quotePool(body: BuyProxiesDto, userId: number): Promise<OrderQuote<PurchaseRequest>> {
    const { proxy_type: type, traffic_limit_mb: gigabytes } = body;
    const { price, validityDays, targeting, locationName, reach } = await this.pricing.quotePool(
      KIND_OF_TYPE[type],
      gigabytes,
      toPlace(body),
      userId,
    );
    const name = type === 'mobile_ipv4' ? 'Mobile' : 'Residential';
    return {
      ...{ kind: 'purchase', proxyId: null, quantity: 1, reach, unitPrice: price, total: price },
      request: { ...toPoolRequest(body), ...targeting, validityDays },
      description: `${name} proxy, ${gigabytes} GB, ${locationName}`,
    };
  }

  /**
   * A trial, valid as long and reaching as far as the smallest package on sale in its country.
   * @throws DomainError invalid for what is not on sale.
   */
  async quoteTrial(
    { country = RANDOM_LOCATION, protocol = 'http' }: ClaimTrialDto,
    megabytes: number,
    userId: number,
  ): Promise<OrderQuote<PoolOrderRequest>> {
    const packages = await this.pricing.listTrafficPackages('residential', country);
    const smallest = Math.min(...packages.map(({ traffic }) => Number(traffic)));
    const place = { country, region: null, city: null, isp: null };
    const { validityDays, targeting, locationName, reach } = await this.pricing.quotePool(
      'residential',
      packages.length ? smallest : 1,
      place,
      userId,
    );
    return {
      ...{ kind: 'purchase', proxyId: null, quantity: 1, reach },
      ...{ unitPrice: Money.zero, total: Money.zero },
      request: {
        ...{ type: 'residential_ipv4', protocol, ttlMinutes: 0, gigabytes: megabytes / 1024 },
        ...{ ...targeting, validityDays },
      },
      description: `Trial of a residential proxy, ${megabytes} MB, ${locationName}`,
    };
  }

  /** @throws DomainError invalid for a country without datacenter. */
  getCountry(id: number): Promise<DatacenterCountry> {
    return this.catalog.getCountry(id);
  }

  /** @throws DomainError invalid for a period that is not on sale. */
  async quoteDatacenter(
    body: BuyDatacenterDto,
    country: DatacenterCountry,
    userId: number,
  ): Promise<OrderQuote<PurchaseRequest>> {
    const { duration_minutes: minutes, quantity } = body;
    const unitPrice = await this.pricing.quoteAddress(country, minutes, { quantity, userId });
    const product = quantity === 1 ? 'Datacenter proxy' : `${quantity} datacenter proxies`;
    return {
      ...{ kind: 'purchase', proxyId: null, quantity, reach: null },
      ...{ unitPrice, total: unitPrice.times(quantity) },
      request: toDatacenterRequest(body, country.code),
      description: `${product}, ${minutes / MINUTES_PER_DAY} days, ${country.name}`,
    };
  }
  /** @throws DomainError not_found, invalid. */
  async prepareExtension(
    userId: number,
    proxyId: number,
    kind: ExtensionKind,
    choice: ExtensionChoice,
  ): Promise<PreparedExtension> {
    const proxy = await getRenewable(this.uow, userId, proxyId);
    return { proxy, request: toExtensionRequest(proxy, kind, choice), userId };
  }

  /** @throws DomainError conflict when the proxy cannot be extended, invalid for what is not on sale. */
  async quoteExtension({
    proxy,
    request,
    userId,
  }: PreparedExtension): Promise<OrderQuote<ExtensionRequest>> {
    assertExtendable(proxy, request);
    if (request.type === 'individual_ipv4') {
      const countries = await this.catalog.listDatacenterCountries('served');
      const country = countries.find(({ code }) => code === request.country);
      if (!country) throw unknownCountry();
      const price = await this.pricing.quoteAddress(country, request.durationMinutes, { userId });
      return toExtensionQuote(request, price, null);
    }
    const { price, validityDays, reach } = await this.pricing.quotePool(
      KIND_OF_TYPE[request.type],
      request.gigabytes,
      proxy,
      userId,
      'served',
    );
    const priced = request.kind === 'renewal' ? { ...request, validityDays } : request;
    return toExtensionQuote(priced, price, reach);
  }

  private toData({ total, unitPrice, quantity }: OrderQuote): OrderQuoteData {
    return {
      total: total.toNaira(),
      unit_price: unitPrice.toNaira(),
      quantity,
      currency: total.currency,
      valid_until: this.clock.in(VALID_MS),
    };
  }
}

/** @throws DomainError conflict PRICE_CHANGED when the price is not what the buyer agreed to, in whole naira. */
export function agreed<T extends { readonly total: Money }>(
  quote: T,
  { expected_total: naira }: { expected_total?: number },
): T {
  const expected = naira === undefined ? quote.total : Money.naira(naira);
  if (!expected.equals(quote.total)) throw priceChanged(expected, quote.total);
  return quote;
}

export const toPoolRequest = (body: BuyProxiesDto): PoolOrderRequest => ({
  type: body.proxy_type,
  protocol: body.protocol,
  ttlMinutes: body.ttl_minutes,
  gigabytes: body.traffic_limit_mb,
  ...toPlace(body),
  validityDays: 0,
});

export const toDatacenterRequest = (
  { duration_minutes: durationMinutes, protocol, quantity }: BuyDatacenterDto,
  country: string,
): PurchaseRequest => ({ type: 'individual_ipv4', protocol, country, durationMinutes, quantity });

function toExtensionRequest(
  { id: proxyId, type, country }: RenewableProxy,
  kind: ExtensionKind,
  { gigabytes, duration_minutes: durationMinutes }: ExtensionChoice,
): ExtensionRequest {
  if (type === 'individual_ipv4') {
    if (kind === 'traffic' || gigabytes !== undefined) throw unlimitedTraffic();
    if (durationMinutes === undefined) throw choosePeriod();
    return { kind, type, country, proxyId, durationMinutes };
  }
  if (durationMinutes !== undefined) throw noPeriodForPool();
  if (gigabytes === undefined) throw choosePackage();
  return { kind, type, country, proxyId, gigabytes, validityDays: 0 };
}

const toExtensionQuote = (
  request: ExtensionRequest,
  price: Money,
  reach: PlaceReach | null,
): OrderQuote<ExtensionRequest> => ({
  ...{ kind: request.kind, proxyId: request.proxyId, quantity: 1 },
  ...{ request, reach, unitPrice: price, total: price },
  description: describeExtension(request),
});

/** "Renewal of residential proxy #12, 5 GB, 30 days" or "5 GB added to mobile proxy #12". */
function describeExtension(request: ExtensionRequest): string {
  const proxy = `${KIND_OF_TYPE[request.type]} proxy #${request.proxyId}`;
  if (request.type === 'individual_ipv4')
    return `Renewal of ${proxy}, ${request.durationMinutes / MINUTES_PER_DAY} days`;
  return request.kind === 'renewal'
    ? `Renewal of ${proxy}, ${request.gigabytes} GB, ${request.validityDays} days`
    : `${request.gigabytes} GB added to ${proxy}`;
}
