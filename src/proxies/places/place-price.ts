import type { PlaceOffer } from '../../catalog/catalog.types';
import {
  intersectReach,
  reachesPlace,
  uniteReach,
  type PlaceReach,
} from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import { type OrderKind, GIGABYTE, type Targeting } from '../proxy.types';

/** An order that gave traffic to a proxy. */
export interface SoldTraffic {
  readonly gigabytes: number;
  /** What is paid for all of it: its price, or that of a more expensive place that was paid for it later. */
  readonly worth: Money;
}

/** An order of which some traffic is not used. */
export interface UnusedTraffic extends SoldTraffic {
  readonly bytes: bigint;
}

/** What moving the unused traffic of a proxy costs. */
export interface PlacePrice {
  /** What is paid for the unused traffic. */
  readonly current: Money;
  readonly required: Money;
  /** Required less current; whole naira, at least 1 when a part of the traffic costs more there. */
  readonly difference: Money;
}

/** Of a kobo, so that sums of parts are rounded once. */
const PARTS = 1_000_000n;
const NAIRA_PARTS = 100n * PARTS;

/**
 * Traffic is used in the order in which it was bought, so the unused part is of the newest orders.
 * @param sold newest first.
 * @returns the orders with an unused part, newest first.
 */
export function splitUnused<T extends SoldTraffic>(
  sold: readonly T[],
  unusedBytes: bigint,
): (T & UnusedTraffic)[] {
  const parts: (T & UnusedTraffic)[] = [];
  let left = unusedBytes;
  for (const order of sold) {
    if (left <= 0n) break;
    const bought = BigInt(order.gigabytes) * GIGABYTE;
    const bytes = left < bought ? left : bought;
    parts.push({ ...order, bytes });
    left -= bytes;
  }
  return parts;
}

/** The sizes that the unused traffic was sold in, each once; the newest one when all traffic is used. */
export const toSizes = (
  unused: readonly UnusedTraffic[],
  sold: readonly SoldTraffic[],
): readonly number[] => [
  ...new Set((unused.length > 0 ? unused : sold.slice(0, 1)).map(({ gigabytes }) => gigabytes)),
];

/**
 * What is paid for an order counts for its own traffic only.
 * @param priceOf the price of so many gigabytes in the place.
 */
export function priceMove(
  unused: readonly UnusedTraffic[],
  priceOf: (gigabytes: number) => Money,
): PlacePrice {
  let [current, missing] = [0n, 0n];
  for (const { gigabytes, worth, bytes } of unused) {
    const toShare = (whole: Money) => (whole.kobo * bytes * PARTS) / (BigInt(gigabytes) * GIGABYTE);
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
  readonly unused: readonly UnusedTraffic[];
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
  { place, reach, unused }: PlacedTraffic,
  to: Targeting,
  offer: PlaceOffer | null,
): Move | null {
  if (!offer && to.country !== place.country) return null;
  if (reachesPlace(reach, to)) {
    const { current } = priceMove(unused, () => Money.zero);
    return { price: { current, required: current, difference: Money.zero }, reach };
  }
  if (!offer) return null;
  const price = priceMove(unused, (gigabytes) => offer.prices.get(gigabytes)!);
  return { price, reach: uniteReach(reach, offer.reach) };
}

/** An order of a proxy with the reach that it was sold with; null is everything. */
export interface ReachOfOrder {
  readonly kind: OrderKind;
  readonly reach: PlaceReach | null;
}

/**
 * The orders that reach more places with a free move beyond the reach. Those before the place that was bought last do not:
 * what is paid for their traffic falls with its refund.
 * @param orders oldest first.
 */
export const findWidened = <T extends ReachOfOrder>(orders: readonly T[]): T[] =>
  orders.slice(
    Math.max(
      0,
      orders.findLastIndex(({ kind }) => kind === 'place'),
    ),
  );

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
