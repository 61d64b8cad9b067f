import { Injectable } from '@nestjs/common';
import { CatalogService } from '../../catalog/catalog.service';
import { unknownCountry } from '../../catalog/catalog.errors';
import { PricingService } from '../../catalog/prices/pricing.service';
import type { PlaceReach } from '../../common/gateway/place-reach';
import type { Money } from '../../common/money/money';
import { MINUTE } from '../../common/time/clock';
import {
  proxyNotFound,
  addressEnds,
  addressReleased,
  choosePackage,
  choosePeriod,
  endedTooLongAgo,
  noPeriodForPool,
  refundedProxy,
  renewFirst,
  suspendedProxy,
  unlimitedTraffic,
} from '../proxies.errors';
import { KIND_OF_TYPE } from '../proxy.types';
import { RenewalRepository, type RenewableProxy } from './renewal.repository';
import type { ExtensionKind, ExtensionRequest, ExtensionChoice, Owner } from './renewal.types';

const MINUTES_PER_DAY = 24 * 60;

/** A validated extension with its price, calculated with the settings at the time of the call. */
export interface ExtensionQuote {
  readonly request: ExtensionRequest;
  /** Where what it buys may leave; null for a dedicated address. */
  readonly reach: PlaceReach | null;
  readonly quantity: 1;
  readonly unitPrice: Money;
  readonly total: Money;
  /** The line on the wallet statement. */
  readonly description: string;
}

/** A request for the caller's own proxy whose fields fit its kind. */
export interface PreparedExtension {
  readonly proxy: RenewableProxy;
  readonly request: ExtensionRequest;
  readonly userId: number;
}

/** Validates renewals and added traffic, and prices them as the purchase of the same package or period. */
@Injectable()
export class RenewalQuoteService {
  constructor(
    private readonly repository: RenewalRepository,
    private readonly catalog: CatalogService,
    private readonly pricing: PricingService,
  ) {}

  /** @throws DomainError not_found, invalid. */
  async prepare(
    { userId }: Owner,
    proxyId: number,
    kind: ExtensionKind,
    choice: ExtensionChoice,
  ): Promise<PreparedExtension> {
    const proxy = await this.repository.findOwned(userId, proxyId);
    if (!proxy) throw proxyNotFound();
    return { proxy, request: toRequest(proxy, kind, choice), userId };
  }

  /** @throws DomainError conflict when the proxy cannot be extended, invalid for what is not on sale. */
  async quote({ proxy, request, userId }: PreparedExtension): Promise<ExtensionQuote> {
    assertExtendable(proxy, request);
    if (request.type === 'individual_ipv4') {
      const countries = await this.catalog.listDatacenterCountries();
      const country = countries.find(({ code }) => code === request.country);
      if (!country) throw unknownCountry();
      const price = await this.pricing.quoteAddress(country, request.durationMinutes, {
        userId,
      });
      return toQuote(request, price, null);
    }
    const { price, validityDays, reach } = await this.pricing.quotePool(
      KIND_OF_TYPE[request.type],
      request.gigabytes,
      proxy,
      userId,
    );
    const priced = request.kind === 'renewal' ? { ...request, validityDays } : request;
    return toQuote(priced, price, reach);
  }
}

/** @throws DomainError conflict with what the customer can do instead. */
export function assertExtendable(proxy: RenewableProxy, request: ExtensionRequest): void {
  if (proxy.isRefunded) throw refundedProxy();
  if (proxy.isExpired && proxy.type === 'individual_ipv4') throw addressReleased();
  if (proxy.isExpired && proxy.isGone) throw endedTooLongAgo();
  if (proxy.isSuspended) throw suspendedProxy();
  if (proxy.isExpired && request.kind === 'traffic') throw renewFirst();
  const { lastEnd, expiresAt } = proxy;
  if (lastEnd && request.type === 'individual_ipv4') {
    const end = expiresAt.getTime() + request.durationMinutes * MINUTE;
    if (end > lastEnd.getTime()) throw addressEnds(lastEnd);
  }
}

function toRequest(
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

const toQuote = (
  request: ExtensionRequest,
  price: Money,
  reach: PlaceReach | null,
): ExtensionQuote => ({
  request,
  reach,
  quantity: 1,
  unitPrice: price,
  total: price,
  description: describe(request),
});

/** "Renewal of residential proxy #12, 5 GB, 30 days" or "5 GB added to mobile proxy #12". */
function describe(request: ExtensionRequest): string {
  const proxy = `${KIND_OF_TYPE[request.type]} proxy #${request.proxyId}`;
  if (request.type === 'individual_ipv4')
    return `Renewal of ${proxy}, ${request.durationMinutes / MINUTES_PER_DAY} days`;
  return request.kind === 'renewal'
    ? `Renewal of ${proxy}, ${request.gigabytes} GB, ${request.validityDays} days`
    : `${request.gigabytes} GB added to ${proxy}`;
}
