import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { CatalogService } from '../../catalog/catalog.service';
import { PricingService } from '../../catalog/prices/pricing.service';
import { RANDOM_LOCATION, type PlaceOffer, type PoolKind } from '../../catalog/catalog.types';
import { locationNotOffered } from '../../catalog/catalog.errors';
import { nameCountry } from '../../common/country';
import { idempotencyKeyReused } from '../../common/errors/domain-error';
import { reachesPlace } from '../../common/gateway/place-reach';
import { formatNaira, type Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { ProxySettingsService } from '../proxy-settings.service';
import { lockOwnerShared } from '../proxy.sql';
import { OrderRepository, type Order } from '../orders/order.repository';
import { once, OrderService } from '../orders/order.service';
import {
  notAPoolProxy,
  placeIncluded,
  placeNotIncluded,
  priceChanged,
  proxyNotActive,
  proxyNotFound,
  refundedProxy,
  wrongConnectionType,
} from '../proxies.errors';
import { ProxiesService } from '../proxies.service';
import {
  isSamePlace,
  KIND_OF_TYPE,
  type PoolProxyType,
  type Targeting,
  toTargeting,
  type PoolSettings,
} from '../proxy.types';
import type { OwnedProxy } from '../proxy.repository';
import { RenewalRepository, type RenewableProxy } from '../renewal/renewal.repository';
import type { ExtensionReceipt, Owner } from '../renewal/renewal.types';
import { planMove, splitUnused, toSizes, type Move, type PlacePrice } from './place-price';
import { PlaceRepository, type SoldOrder } from './place.repository';
import type { PlaceRequest } from './place.types';

type OfPool<T> = T & { readonly type: PoolProxyType };
type PoolProxy = OfPool<RenewableProxy>;
/** A proxy of a pool with what decides where its traffic may leave. */
type PlacedProxy = Pick<PoolProxy, 'id' | 'type' | 'reach' | keyof Targeting>;

/** A move with what it was calculated from. */
interface PlannedMove extends Move {
  readonly unused: readonly SoldOrder[];
  readonly offer: PlaceOffer | null;
}

/**
 * Keeps traffic in the places that it was sold for, and sells it dearer ones. A place is an order of its own: charged,
 * given at once by the reach of the proxy, and refunded as a whole.
 */
@Injectable()
export class PlaceService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: PlaceRepository,
    private readonly renewals: RenewalRepository,
    private readonly settings: ProxySettingsService,
    private readonly proxies: ProxiesService,
    private readonly orderService: OrderService,
    private readonly orders: OrderRepository,
    private readonly catalog: CatalogService,
    private readonly pricing: PricingService,
    private readonly wallet: WalletService,
    private readonly audit: AuditService,
  ) {}

  /**
   * What moving a proxy costs now; nothing within the reach of its traffic.
   * @throws DomainError not_found, invalid for a place that is not on sale, conflict when the proxy is not in service.
   */
  async quote(actor: Owner, id: number, place: Targeting): Promise<PlacePrice> {
    const proxy = toMovable(await this.renewals.findOwned(actor.userId, id));
    await this.catalog.resolveTargeting(KIND_OF_TYPE[proxy.type], place);
    return (await this.plan(actor.userId, proxy, place)).price;
  }

  /**
   * Checks that traffic of a proxy in service may leave in a place, as a username asks for it.
   * @throws DomainError invalid for a place that is off sale, conflict PLACE_NOT_INCLUDED with the price.
   */
  async assertIncluded(owned: OwnedProxy, place: Targeting): Promise<void> {
    const proxy = toPool(owned);
    if (await this.isIncluded(proxy.userId, proxy, place)) return;
    const { price } = await this.plan(proxy.userId, proxy, place);
    throw placeNotIncluded(price);
  }

  /** Changes the settings of an own proxy in service; a dearer place is refused. @param kind expected; checked when given. */
  async updatePool(
    actor: Actor,
    apiId: string,
    { protocol, ttlMinutes, ...place }: PoolSettings,
    kind?: PoolKind,
  ): Promise<OwnedProxy> {
    const proxy = toPool(await this.settings.getActive(actor, apiId));
    if (kind && kind !== KIND_OF_TYPE[proxy.type]) throw wrongConnectionType();
    const targeting = await this.catalog.resolveTargeting(KIND_OF_TYPE[proxy.type], place);
    await this.uow.run(async () => {
      await this.admit(actor.userId, proxy.id, targeting);
      await this.settings.reconfigureActive(actor, proxy, { protocol, ttlMinutes, targeting });
    });
    return this.proxies.get(actor, proxy.id);
  }

  /**
   * Lets a proxy move free of charge: within its reach, and where as much is paid as it costs there. Requires the open unit
   * of work of the move; the wallet, the owner and the proxy stay locked.
   * @throws DomainError as `assertIncluded`.
   */
  private async admit(userId: number, id: number, place: Targeting): Promise<void> {
    await this.wallet.lockBalance(userId);
    await lockOwnerShared(this.uow, userId);
    const proxy = toPool(await this.renewals.lockOwned(userId, id));
    if (isSamePlace(proxy, place) || (await this.isIncluded(userId, proxy, place))) return;
    const { price, offer } = await this.plan(userId, proxy, place);
    if (price.difference.isPositive) throw placeNotIncluded(price);
    await this.repository.widen(id, offer!.reach);
  }

  /**
   * Pays what a dearer place costs more, and moves there.
   * @param key the Idempotency-Key of the caller.
   * @param expectedTotal the price that the buyer agreed to; undefined accepts any.
   * @throws DomainError not_found, invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED, PRICE_CHANGED,
   * PLACE_INCLUDED, or when the proxy is not in service.
   */
  async buy(
    actor: Actor,
    id: number,
    place: Targeting,
    key?: string,
    expectedTotal?: Money,
  ): Promise<ExtensionReceipt> {
    const proxy = toPool(await this.renewals.findOwned(actor.userId, id));
    return once(
      () => this.findReceipt(actor, key, id, place),
      async () => {
        await this.catalog.resolveTargeting(KIND_OF_TYPE[proxy.type], place);
        const order = await this.uow.run(() =>
          this.placeOrder(actor, id, place, key ?? randomUUID(), expectedTotal),
        );
        return this.orderService.getExtensionReceipt(actor, order);
      },
    );
  }

  /** The proxy goes back to where it was, unless its traffic was sold for the place. Requires the unit of work of the refund. */
  async giveBack(actor: Actor, { userId, request }: Order): Promise<void> {
    const { from, proxyId } = request as unknown as PlaceRequest;
    const reach = await this.repository.refold(proxyId);
    const proxy = await this.renewals.findOwned(userId, proxyId);
    if (!proxy || reachesPlace(reach, proxy)) return;
    await this.settings.reconfigure(actor, proxyId, { targeting: from });
  }

  /** The price depends on what is unused, so the wallet is locked before it is charged. */
  private async placeOrder(
    actor: Actor,
    id: number,
    place: Targeting,
    idempotencyKey: string,
    expectedTotal: Money | undefined,
  ): Promise<Order> {
    const { userId } = actor;
    await this.wallet.lockBalance(userId);
    await lockOwnerShared(this.uow, userId);
    const proxy = toMovable(await this.renewals.lockOwned(userId, id));
    const { price, offer, unused, reach } = await this.plan(userId, proxy, place);
    const amount = price.difference;
    if (!amount.isPositive) throw placeIncluded();
    if (expectedTotal && !expectedTotal.equals(amount)) throw priceChanged(expectedTotal, amount);
    const description = describe(proxy, place);
    const metadata = { proxy_type: proxy.type, quantity: 1, proxy_id: id };
    const transaction = await this.orderService.charge(actor, {
      ...{ prefix: 'PLACE', amount, description, metadata },
    });
    const request: PlaceRequest = {
      ...{ kind: 'place', type: proxy.type, proxyId: id },
      ...toTargeting(place),
      from: toTargeting(proxy),
      worth: Object.fromEntries(
        unused.map(({ orderId: sale, gigabytes }) => [
          sale,
          offer!.prices.get(gigabytes)!.kobo.toString(),
        ]),
      ),
    };
    const orderId = await this.orders.insert({
      ...{ userId, idempotencyKey, kind: 'place', proxyId: id, quantity: 1, amount, request },
      ...{ reach: offer!.reach, transactionId: transaction.id },
    });
    await this.repository.storeReach(id, reach);
    if (!(await this.settings.reconfigure(actor, id, { targeting: toTargeting(place) })))
      throw proxyNotActive('expired');
    await this.audit.record(actor, {
      action: 'proxy.ordered',
      target: `order:${orderId}`,
      details: `${description} for ${formatNaira(amount)}`,
    });
    return (await this.orders.find(orderId))!;
  }

  /** @throws DomainError invalid for a place that is off sale. */
  private async isIncluded(
    userId: number,
    { type, reach, country }: PlacedProxy,
    place: Targeting,
  ): Promise<boolean> {
    if (!reachesPlace(reach, place)) return false;
    const isOnSale = async () => this.pricing.quotePlace(KIND_OF_TYPE[type], place, [], userId);
    if (place.country !== country && !(await isOnSale())) throw locationNotOffered('country');
    return true;
  }

  /** @throws DomainError invalid for a place that is off sale. */
  private async plan(userId: number, proxy: PlacedProxy, place: Targeting): Promise<PlannedMove> {
    const sold = await this.repository.findSold(proxy.id);
    const unused = splitUnused(sold, await this.repository.countUnused(proxy.id));
    const sizes = toSizes(unused, sold);
    const offer = await this.pricing.quotePlace(KIND_OF_TYPE[proxy.type], place, sizes, userId);
    const move = planMove({ place: proxy, reach: proxy.reach, unused }, place, offer);
    if (!move) throw locationNotOffered('country');
    return { ...move, unused, offer };
  }

  private async findReceipt(
    actor: Actor,
    key: string | undefined,
    proxyId: number,
    place: Targeting,
  ): Promise<ExtensionReceipt | null> {
    const order = key === undefined ? null : await this.orders.findByKey(actor.userId, key);
    if (!order) return null;
    const placed = order.request as unknown as PlaceRequest;
    if (order.kind !== 'place' || order.proxyId !== proxyId || !isSamePlace(placed, place))
      throw idempotencyKeyReused();
    return this.orderService.getExtensionReceipt(actor, order);
  }
}

/** @throws DomainError not_found, invalid. */
function toPool<T extends Pick<RenewableProxy, 'type'>>(proxy: T | null): OfPool<T> {
  if (!proxy) throw proxyNotFound();
  if (proxy.type === 'individual_ipv4') throw notAPoolProxy();
  return proxy as OfPool<T>;
}

/** @throws DomainError not_found, invalid, conflict. */
function toMovable(found: RenewableProxy | null): PoolProxy {
  const proxy = toPool(found);
  if (proxy.isRefunded) throw refundedProxy();
  if (proxy.isExpired) throw proxyNotActive('expired');
  if (proxy.status === 'suspended') throw proxyNotActive('suspended');
  return proxy;
}

/** "Residential proxy #12 to United States, ashburn". */
function describe({ id, type }: PoolProxy, { country, region, city, isp }: Targeting): string {
  const name = country === RANDOM_LOCATION ? 'Random location' : nameCountry(country);
  const where = [name, region, city, isp].filter((part) => part !== null).join(', ');
  return `${type === 'mobile_ipv4' ? 'Mobile' : 'Residential'} proxy #${id} to ${where}`;
}
