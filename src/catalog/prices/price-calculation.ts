import { Money } from '../../common/money/money';
import { toMicros, adjustNaira, usdToNaira } from '../../common/money/usd';
import {
  intersectReach,
  PART_COMBINATIONS,
  PLACE_PARTS,
  toPlaceReach,
  toReachOf,
  type PlaceReach,
} from '../../common/gateway/place-reach';
import type { TrafficPackage, PlaceOffer, PoolKind, Product } from '../catalog.types';
import { type ChosenPlace, type ConversionTerms, type PriceBook } from './price-list.entity';
import type {
  CountryGroupDto,
  PeriodPriceDto,
  PriceListDto,
  PriceOverrideDto,
  PriceTagDto,
  TrafficPackageDto,
  TrafficPricesDto,
} from './price-list.dto';

const SMALLEST = Money.naira(1);

/** A price of the list as it applies in one country. */
export interface LocalPrice {
  readonly tag: PriceTagDto;
  readonly isOnSale: boolean;
  /** Of an address, in US dollars. */
  readonly costUsd?: number;
}

/**
 * The price of a package or period in a country, and whether it is sold there: of the country, else of its first group
 * with one, else the default. So what is off sale by default can be sold in some countries, and the reverse.
 */
export function findLocalPrice(
  price: TrafficPackageDto | PeriodPriceDto,
  country: string,
  groups: readonly CountryGroupDto[],
): LocalPrice {
  const overrides: readonly (PriceOverrideDto & { cost_usd?: number })[] = price.overrides;
  const own =
    overrides.find((override) => override.country === country) ??
    overrides.find(({ group }) =>
      groups.some(({ name, countries }) => name === group && countries.includes(country)),
    );
  const standard = 'cost_usd' in price ? price.cost_usd : undefined;
  return {
    tag: own ?? price,
    isOnSale: own?.on_sale ?? price.on_sale,
    costUsd: own?.cost_usd ?? standard,
  };
}

/** Percent on top for the chosen parts of a place. */
export const getSurcharges = (
  { surcharge_percent: percent }: TrafficPricesDto,
  place: Omit<ChosenPlace, 'country'>,
): number[] => PLACE_PARTS.filter((part) => place[part]).map((part) => percent[part]);

/** What the customer pays less, in percent. */
export const getCustomerRate = (
  { customers }: PriceListDto,
  product: Product,
  userId: number | undefined,
): number =>
  Math.max(
    0,
    ...customers
      .filter((rate) => rate.user_id === userId && (rate.product ?? product) === product)
      .map((rate) => rate.percent_off),
  );

/** What one address of an order of so many costs less, in percent. */
export const getTierDiscount = ({ datacenter }: PriceListDto, quantity: number): number =>
  datacenter.tiers
    .filter(({ from }) => from <= quantity)
    .reduce((best, tier) => (tier.from > best.from ? tier : best), { from: 0, percent_off: 0 })
    .percent_off;

/** A price of the list for a customer: adjusted and rounded once, half up, to whole naira; 1 naira at least. */
export function toPrice(
  { usd, naira }: PriceTagDto,
  { exchangeRate, markupPercent }: ConversionTerms,
  adjustments: readonly number[] = [],
): Money {
  const price =
    naira === undefined
      ? usdToNaira(toMicros(usd ?? 0), exchangeRate, markupPercent, adjustments)
      : adjustNaira(Money.naira(naira), adjustments);
  return price.isLessThan(SMALLEST) ? SMALLEST : price;
}

/** Packages on sale in a place, in the order of the list, as a customer pays them. */
export const pricePackages = (
  { list, terms }: PriceBook,
  kind: PoolKind,
  place: ChosenPlace,
  userId?: number,
): TrafficPackage[] => {
  const adjustments = [...getSurcharges(list[kind], place), -getCustomerRate(list, kind, userId)];
  return list[kind].packages.flatMap((offer) => {
    const { tag, isOnSale } = findLocalPrice(offer, place.country, list.groups);
    return isOnSale
      ? [
          {
            gigabytes: offer.gigabytes,
            validityDays: offer.validity_days,
            price: toPrice(tag, terms, adjustments),
          },
        ]
      : [];
  });
};

/** No country has this code, so no override has it either. */
const OTHER_COUNTRIES = '';

/**
 * What the traffic of a package reaches that is sold in a place: every place on sale whose price for the customer is not
 * above the one there. Nothing, unless the package is on sale in the place.
 */
export function findReach(
  { list, terms }: PriceBook,
  kind: PoolKind,
  gigabytes: number,
  place: ChosenPlace,
  userId?: number,
): PlaceReach {
  const offer = list[kind].packages.find((candidate) => candidate.gigabytes === gigabytes);
  if (!offer) return toPlaceReach([], 0);
  const rate = -getCustomerRate(list, kind, userId);
  const here = findLocalPrice(offer, place.country, list.groups);
  if (!here.isOnSale) return toPlaceReach([], 0);
  const paid = toPrice(here.tag, terms, [...getSurcharges(list[kind], place), rate]);
  const adjustments = PART_COMBINATIONS.map((parts) => {
    const chosen = Object.fromEntries(parts.map((part) => [part, part]));
    return [...getSurcharges(list[kind], chosen), rate];
  });
  const getCombinations = (country: string) => {
    const { tag, isOnSale } = findLocalPrice(offer, country, list.groups);
    if (!isOnSale) return 0;
    return adjustments.reduce(
      (sum, each, combination) =>
        paid.isLessThan(toPrice(tag, terms, each)) ? sum : sum + 2 ** combination,
      0,
    );
  };
  const named = offer.overrides.flatMap(({ country, group }) =>
    country === undefined
      ? (list.groups.find(({ name }) => name === group)?.countries ?? [])
      : [country],
  );
  return toPlaceReach(
    [...new Set(named)].map((country) => [country, getCombinations(country)]),
    getCombinations(OTHER_COUNTRIES),
  );
}

/**
 * What traffic that was sold in packages of these sizes costs in a place. A size that is not on sale there costs as much
 * as the same part of the next smaller one, which is the dearer one, else of the smallest.
 * @returns null when nothing is on sale there.
 */
export function priceSizes(
  book: PriceBook,
  kind: PoolKind,
  place: ChosenPlace,
  sizes: readonly number[],
  userId?: number,
): PlaceOffer | null {
  const bySize = pricePackages(book, kind, place, userId).sort((a, b) => b.gigabytes - a.gigabytes);
  if (bySize.length === 0) return null;
  const findNearest = (size: number) =>
    bySize.find(({ gigabytes }) => gigabytes <= size) ?? bySize.at(-1)!;
  return {
    prices: new Map(
      sizes.map((size) => {
        const { gigabytes, price } = findNearest(size);
        return [size, Money.kobo((price.kobo * BigInt(size)) / BigInt(gigabytes))];
      }),
    ),
    reach: sizes
      .map((size) =>
        findNearest(size).gigabytes === size
          ? findReach(book, kind, size, place, userId)
          : toReachOf(place),
      )
      .reduce<PlaceReach | null>(intersectReach, sizes.length === 0 ? toReachOf(place) : null),
  };
}

/** @returns the price of one address of the order for the whole period; null when it is not on sale. */
export function priceAddress(
  { list, terms }: PriceBook,
  country: string,
  durationMinutes: number,
  order: { readonly quantity?: number; readonly userId?: number } = {},
): Money | null {
  const period = list.datacenter.periods.find(
    (candidate) => candidate.duration_minutes === durationMinutes,
  );
  if (!period) return null;
  const { tag, isOnSale } = findLocalPrice(period, country, list.groups);
  if (!isOnSale) return null;
  return toPrice(tag, terms, [
    -getTierDiscount(list, order.quantity ?? 1),
    -getCustomerRate(list, 'datacenter', order.userId),
  ]);
}
