import type { PlaceOffer } from '../../catalog/catalog.types';
import {
  intersectReach,
  reachesPlace,
  uniteReach,
  type PlaceReach,
} from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import type { OrderKind } from '../orders/order.types';
import { GIGABYTE, type Targeting } from '../proxy.types';

/** An order that gave traffic to a proxy. */
export interface SoldTraffic {
  readonly gigabytes: number;
  /** What is paid for all of it: its price, or that of a dearer place that was paid for it later. */
  readonly worth: Money;
}

/** What moving the unused traffic of a proxy costs. */
export interface PlacePrice {
  /** What is paid for the unused traffic. */
  readonly current: Money;
  readonly required: Money;
  /** Required less current; whole naira, at least 1 when a part of the traffic is dearer there. */
  readonly difference: Money;
}

/** Of a kobo, so that sums of parts are rounded once. */
const PARTS = 1_000_000n;
const NAIRA_PARTS = 100n * PARTS;

/**
 * Traffic is used in the order in which it was bought, so the unused part is of the newest orders. What is paid for one of
 * them counts for its own traffic only.
 * @param sold newest first.
 * @param priceOf the price of so many gigabytes in the place.
 */
export function priceMove(
  sold: readonly SoldTraffic[],
  unusedBytes: bigint,
  priceOf: (gigabytes: number) => Money,
): PlacePrice {
  let [left, current, missing] = [unusedBytes, 0n, 0n];
  for (const { gigabytes, worth } of sold) {
    const bought = BigInt(gigabytes) * GIGABYTE;
    const bytes = left < bought ? left : bought;
    if (bytes <= 0n) break;
    left -= bytes;
    const toShare = (whole: Money) => (whole.kobo * bytes * PARTS) / bought;
    current += toShare(worth);
    const price = priceOf(gigabytes);
    if (worth.isLessThan(price)) missing += toShare(price.minus(worth)) || 1n;
  }
  const difference = missing > 0n ? Math.max(1, toWholeNaira(missing)) : 0;
  const paid = Money.naira(toWholeNaira(current));
  return {
    current: paid,
    required: paid.plus(Money.naira(difference)),
    difference: Money.naira(difference),
  };
}

/** Half up. */
const toWholeNaira = (parts: bigint): number =>
  Number((2n * parts + NAIRA_PARTS) / (2n * NAIRA_PARTS));

/** A proxy as its orders left it. */
export interface PlacedTraffic {
  readonly place: Targeting;
  readonly reach: PlaceReach | null;
  /** Newest first. */
  readonly sold: readonly SoldTraffic[];
  readonly unusedBytes: bigint;
}

/** Free within the reach, and where as much is paid as it costs there; `reach` is what it is afterwards. */
export interface Move {
  readonly price: PlacePrice;
  readonly reach: PlaceReach | null;
}

/**
 * Moves all traffic of a proxy to a place.
 * @param offer what is on sale there; null for nothing.
 * @returns null for a place that is off sale, unless it is within the country and the reach that the proxy has.
 */
export function planMove(
  { place, reach, sold, unusedBytes }: PlacedTraffic,
  to: Targeting,
  offer: PlaceOffer | null,
): Move | null {
  if (!offer && to.country !== place.country) return null;
  if (reachesPlace(reach, to)) {
    const { current } = priceMove(sold, unusedBytes, () => Money.zero);
    return { price: { current, required: current, difference: Money.zero }, reach };
  }
  if (!offer) return null;
  const price = priceMove(sold, unusedBytes, (gigabytes) => offer.prices.get(gigabytes)!);
  return { price, reach: uniteReach(reach, offer.reach) };
}

/** An order of a proxy with the reach that it was sold with; null is everything. */
export interface ReachOfOrder {
  readonly kind: OrderKind;
  readonly reach: PlaceReach | null;
}

/**
 * Where all traffic of a proxy may leave: bought, renewed or added traffic only where each of the orders reaches; a place
 * that was bought was paid for all traffic there was.
 * @param orders oldest first, the purchase among them.
 */
export const foldReach = (orders: readonly ReachOfOrder[]): PlaceReach | null =>
  orders.reduce<PlaceReach | null>(
    (reach, order) =>
      order.kind === 'place' ? uniteReach(reach, order.reach) : intersectReach(reach, order.reach),
    null,
  );
