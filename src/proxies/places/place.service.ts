import { Injectable } from '@nestjs/common';
import { countryNotOffered } from '../../catalog/catalog.errors';
import { CatalogService } from '../../catalog/catalog.service';
import { RANDOM_LOCATION, type PlaceOffer } from '../../catalog/catalog.types';
import { PricingService } from '../../catalog/prices/pricing.service';
import { nameCountry } from '../../common/country';
import { idempotencyKeyReused } from '../../common/errors/domain-error';
import { readAsNumber } from '../../common/gateway/as-number';
import { reachesPlace, uniteReach, type PlaceReach } from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { WalletService } from '../../wallet/wallet.service';
import { ProxyOrder, type PlaceRequest } from '../orders/order.entity';
import { agreed, type OrderQuote } from '../orders/order-quote.service';
import { OrderService } from '../orders/order.service';
import type { RenewalData } from '../orders/orders.dto';
import { toPlace } from '../proxies.dto';
import {
  notAPoolProxy,
  placeIncluded,
  placeNotIncluded,
  proxyNotActive,
  refundedProxy,
  wrongConnectionType,
} from '../proxies.errors';
import { ProxiesService, type OwnedProxy } from '../proxies.service';
import type { UpdateResidentialMobileDto } from '../proxy-settings.dto';
import { ProxySettingsService } from '../proxy-settings.service';
import { lockOwnerShared, meteredBytes } from '../proxy.sql';
import {
  isSamePlace,
  KIND_OF_TYPE,
  toTargeting,
  type OrderKind,
  type PoolProxyType,
  type Targeting,
} from '../proxy.types';
import { getRenewable, lockRenewable, type RenewableProxy } from '../renewal/renewable-proxy';
import {
  findWidened,
  foldReach,
  planMove,
  splitUnused,
  toSizes,
  type Move,
  type SoldTraffic,
} from './place-price';
import type { BuyPlaceDto, PlaceQuoteData, PlaceQuoteDto } from './places.dto';

type OfPool<T> = T & { readonly type: PoolProxyType };
type PoolProxy = OfPool<RenewableProxy>;
/** A proxy of a pool with what decides where its traffic may leave. */
type PlacedProxy = Pick<PoolProxy, 'id' | 'type' | 'reach' | keyof Targeting>;

/** Traffic of an order of a proxy that is not refunded. */
interface SoldOrder extends SoldTraffic {
  readonly orderId: number;
}

/** A move with what it was calculated from. */
interface PlannedMove extends Move {
  readonly unused: readonly SoldOrder[];
  readonly offer: PlaceOffer | null;
}

/**
 * Keeps traffic in the places that it was sold for, and sells it more expensive ones. A place is an order of its own: charged,
 * given at once by the reach of the proxy, and refunded as a whole.
 */
@Injectable()
export class PlaceService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: ProxySettingsService,
    private readonly proxies: ProxiesService,
    private readonly orders: OrderService,
    private readonly catalog: CatalogService,
    private readonly pricing: PricingService,
    private readonly wallet: WalletService,
  ) {}

  /**
   * What moving a proxy costs now; nothing within the reach of its traffic.
   * @throws DomainError not_found, invalid for a place that is not on sale, conflict when the proxy is not in service.
   */
  async quote({ userId }: Actor, id: number, body: PlaceQuoteDto): Promise<PlaceQuoteData> {
    const place = toPlace(body);
    const proxy = toMovable(await getRenewable(this.uow, userId, id));
    await this.catalog.resolveTargeting(KIND_OF_TYPE[proxy.type], place);
    const { current, required, difference } = (await this.plan(userId, proxy, place)).price;
    return {
      current_price: current.toNaira(),
      required_price: required.toNaira(),
      difference: difference.toNaira(),
      currency: difference.currency,
    };
  }

  /**
   * Checks that traffic of a proxy in service may leave in a place, as a username asks for it.
   * @throws DomainError invalid for a place that is off sale, conflict PLACE_NOT_INCLUDED with the price.
   */
  async assertIncluded(owned: OwnedProxy, place: Targeting): Promise<void> {
    const proxy = toPool(owned);
    if (await this.isIncluded(proxy.userId, proxy, place)) return;
    const { price } = await this.plan(proxy.userId, proxy, place);
    throw placeNotIncluded(price, namePlace(place));
  }

  /** Changes the settings of an own proxy in service; a more expensive place is refused. */
  async updatePool(actor: Actor, body: UpdateResidentialMobileDto): Promise<OwnedProxy> {
    const { protocol, ttl_minutes: ttlMinutes, connection_type: expected } = body;
    const proxy = toPool(await this.settings.getActive(actor, body.proxy_id));
    const kind = KIND_OF_TYPE[proxy.type];
    if (expected && expected !== kind) throw wrongConnectionType();
    const place = toPlace(body);
    const exits = isSamePlace(proxy, place) ? 'served' : 'sold';
    const targeting = await this.catalog.resolveTargeting(kind, place, exits);
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
    const proxy = toPool(await lockRenewable(this.uow, userId, id));
    if (isSamePlace(proxy, place) || (await this.isIncluded(userId, proxy, place))) return;
    const { price, offer } = await this.plan(userId, proxy, place);
    if (price.difference.isPositive) throw placeNotIncluded(price, namePlace(place));
    await this.widen(id, offer!.reach);
  }

  /**
   * Pays what a more expensive place costs more, and moves there.
   * @param key the Idempotency-Key of the caller.
   * @throws DomainError not_found, invalid, insufficient_balance, conflict IDEMPOTENCY_KEY_REUSED, PRICE_CHANGED,
   * PLACE_INCLUDED, or when the proxy is not in service.
   */
  async buy(actor: Actor, id: number, body: BuyPlaceDto, key?: string): Promise<RenewalData> {
    const place = toPlace(body);
    const { type } = toPool(await getRenewable(this.uow, actor.userId, id));
    return this.orders.once(
      actor,
      key,
      async (order) => {
        const isSame = order.kind === 'place' && order.proxyId === id;
        if (!isSame || !isSamePlace(order.request as PlaceRequest, place))
          throw idempotencyKeyReused();
        return this.orders.getExtension(actor, order);
      },
      async () => {
        await this.catalog.resolveTargeting(KIND_OF_TYPE[type], place);
        const order = await this.uow.run(() => this.placeOrder(actor, id, place, body, key));
        return this.orders.getExtension(actor, order);
      },
    );
  }

  /** The proxy goes back to where it was, unless its traffic was sold for the place. Requires the unit of work of the refund. */
  async giveBack(actor: Actor, { userId, request }: ProxyOrder): Promise<void> {
    const { from, proxyId } = request as PlaceRequest;
    const reach = await this.refold(proxyId);
    const proxy = await getRenewable(this.uow, userId, proxyId);
    if (reachesPlace(reach, proxy)) return;
    await this.settings.reconfigure(actor, proxyId, { targeting: from });
  }

  /** The price depends on what is unused, so the wallet is locked before it is charged. */
  private async placeOrder(
    actor: Actor,
    id: number,
    place: Targeting,
    body: BuyPlaceDto,
    key: string | undefined,
  ): Promise<ProxyOrder> {
    const { userId } = actor;
    await this.wallet.lockBalance(userId);
    await lockOwnerShared(this.uow, userId);
    const proxy = toMovable(await lockRenewable(this.uow, userId, id));
    const { price, offer, unused, reach } = await this.plan(userId, proxy, place);
    const { difference: total } = price;
    if (!total.isPositive) throw placeIncluded();
    const order: OrderQuote<PlaceRequest> = {
      ...{ kind: 'place', proxyId: id, quantity: 1, unitPrice: total, total, reach: offer!.reach },
      description: describe(proxy, place),
      request: {
        ...{ kind: 'place', type: proxy.type, proxyId: id, ...place, from: toTargeting(proxy) },
        worth: Object.fromEntries(
          unused.map(({ orderId: sale, gigabytes }) => [
            sale,
            offer!.prices.get(gigabytes)!.kobo.toString(),
          ]),
        ),
      },
    };
    const line = await this.orders.charge(actor, agreed(order, body));
    const orderId = await this.orders.insert(userId, order, line, key);
    await this.orders.storeReach(id, reach);
    if (!(await this.settings.reconfigure(actor, id, { targeting: place })))
      throw proxyNotActive('expired');
    await this.orders.recordOrdered(actor, orderId, order);
    return this.uow.manager.findOneByOrFail(ProxyOrder, { id: orderId });
  }

  /** @throws DomainError invalid for a place that is off sale. */
  private async isIncluded(
    userId: number,
    { type, reach, country }: PlacedProxy,
    place: Targeting,
  ): Promise<boolean> {
    if (!reachesPlace(reach, place)) return false;
    const isOnSale = async () => this.pricing.quotePlace(KIND_OF_TYPE[type], place, [], userId);
    if (place.country !== country && !(await isOnSale())) throw countryNotOffered(place.country);
    return true;
  }

  /** @throws DomainError invalid for a place that is off sale. */
  private async plan(userId: number, proxy: PlacedProxy, place: Targeting): Promise<PlannedMove> {
    const sold = await this.findSold(proxy.id);
    const unused = splitUnused(sold, await this.countUnused(proxy.id));
    const sizes = toSizes(unused, sold);
    const offer = await this.pricing.quotePlace(KIND_OF_TYPE[proxy.type], place, sizes, userId);
    const move = planMove({ place: proxy, reach: proxy.reach, unused }, place, offer);
    if (!move) throw countryNotOffered(place.country);
    return { ...move, unused, offer };
  }

  /** Newest first. */
  private async findSold(proxyId: number): Promise<SoldOrder[]> {
    const orders = await this.findOrders(proxyId);
    return orders
      .filter(({ kind, gigabytes }) => kind !== 'place' && gigabytes !== null)
      .map(({ id, gigabytes, worthKobo }) => ({
        orderId: id,
        gigabytes: gigabytes!,
        worth: Money.kobo(BigInt(worthKobo)),
      }))
      .reverse();
  }

  /** Traffic that is not used. */
  private async countUnused(proxyId: number): Promise<bigint> {
    const [row] = await this.uow.manager.query<{ bytes: string }[]>(
      `SELECT greatest(p.limit_bytes - greatest(p.used_bytes, ${meteredBytes('p')}), 0)::bigint AS bytes
       FROM proxy p WHERE p.id = $1`,
      [proxyId],
    );
    return BigInt(row?.bytes ?? 0);
  }

  /** Stores the reach that follows from the orders. Locks the proxy. @returns it. */
  async refold(proxyId: number): Promise<PlaceReach | null> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT FROM proxy WHERE id = $1 FOR NO KEY UPDATE`, [proxyId]);
    const reach = foldReach(await this.findOrders(proxyId));
    await this.orders.storeReach(proxyId, reach);
    return reach;
  }

  /** The orders of a free move beyond the reach reach as much besides. */
  private async widen(proxyId: number, more: PlaceReach | null): Promise<void> {
    for (const { id, reach } of findWidened(await this.findOrders(proxyId)))
      if (reach)
        await this.uow
          .requireTransaction()
          .query(`UPDATE proxy_order SET reach = $2::jsonb WHERE id = $1`, [
            id,
            JSON.stringify(uniteReach(reach, more)),
          ]);
    await this.refold(proxyId);
  }

  /** Whether another place was bought after the one of an order, at a price that may count on it. */
  async hasLaterPlace(orderId: number): Promise<boolean> {
    const [row] = await this.uow.manager.query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT FROM proxy_order o JOIN proxy_order later ON later.proxy_id = o.proxy_id
         AND later.kind = 'place' AND later.id > o.id AND later.status <> 'refunded'
       WHERE o.id = $1) AS found`,
      [orderId],
    );
    return row?.found ?? false;
  }

  /** Of the proxy, oldest first. */
  private findOrders(proxyId: number): Promise<
    {
      readonly id: number;
      readonly kind: OrderKind;
      readonly reach: PlaceReach | null;
      readonly gigabytes: number | null;
      readonly worthKobo: string;
    }[]
  > {
    return this.uow.manager.query(
      // The traffic of a trial is worth nothing anywhere.
      `SELECT o.id, o.kind, o.reach,
              CASE WHEN o.transaction_id IS NOT NULL THEN (o.request ->> 'gigabytes')::int END AS gigabytes,
              greatest(o.amount_kobo, (SELECT max((place.request #>> ARRAY['worth', o.id::text])::bigint)
                FROM proxy_order place WHERE place.proxy_id = $1 AND place.kind = 'place' AND place.status <> 'refunded'))
                AS "worthKobo"
       FROM proxy_order o
       WHERE (o.proxy_id = $1 OR o.id = (SELECT order_id FROM proxy WHERE id = $1)) AND o.status <> 'refunded' ORDER BY o.id`,
      [proxyId],
    );
  }
}

/** @throws DomainError invalid. */
function toPool<T extends Pick<RenewableProxy, 'type'>>(proxy: T): OfPool<T> {
  if (proxy.type === 'individual_ipv4') throw notAPoolProxy();
  return proxy as OfPool<T>;
}

/** @throws DomainError invalid, conflict. */
function toMovable(found: RenewableProxy): PoolProxy {
  const proxy = toPool(found);
  if (proxy.isRefunded) throw refundedProxy();
  if (proxy.isExpired) throw proxyNotActive('expired');
  if (proxy.status === 'suspended') throw proxyNotActive('suspended');
  return proxy;
}

/** "Residential proxy #12 to United States, ashburn". */
const describe = ({ id, type }: PoolProxy, place: Targeting): string =>
  `${type === 'mobile_ipv4' ? 'Mobile' : 'Residential'} proxy #${id} to ${namePlace(place)}`;

function namePlace({ country, region, city, isp }: Targeting): string {
  const name = country === RANDOM_LOCATION ? 'Random location' : nameCountry(country);
  const provider = readAsNumber(isp) === null ? isp : isp!.toUpperCase();
  return [name, region, city, provider].filter((part) => part !== null).join(', ');
}
