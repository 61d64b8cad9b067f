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
import {
  MAX_TRAFFIC_GB,
  type PlaceOffer,
  type PoolKind,
  type Product,
  type TrafficPackage,
} from '../catalog.types';
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

interface Tier {
  readonly offer: TrafficPackageDto;
  readonly tag: PriceTagDto;
}

/** Finds the largest package on sale in a country that is no larger than the amount, which has the price of a gigabyte. */
function toTierFinder(
  { groups, ...list }: PriceListDto,
  kind: PoolKind,
  gigabytes: number,
): (country: string) => Tier | null {
  const descending = list[kind].packages
    .filter((offer) =>
      gigabytes > MAX_TRAFFIC_GB ? offer.gigabytes === gigabytes : offer.gigabytes <= gigabytes,
    )
    .sort((a, b) => b.gigabytes - a.gigabytes);
  return (country) => {
    for (const offer of descending) {
      const { tag, isOnSale } = findLocalPrice(offer, country, groups);
      if (isOnSale) return { offer, tag };
    }
    return null;
  };
}

/** The same part of the price of a package, half up to whole naira. */
const toShare = (price: Money, gigabytes: number, ofGigabytes: number): Money => {
  const kobo = (price.kobo * BigInt(gigabytes)) / BigInt(ofGigabytes);
  return Money.naira(Math.max(1, Money.kobo(kobo).toNaira()));
};

/**
 * What any whole number of gigabytes costs in a place: those of a package its price, others as many times the price of a
 * gigabyte of the next smaller package on sale there.
 * @returns null for less than the smallest package, and for more than `MAX_TRAFFIC_GB` that is no package.
 */
export function priceTraffic(
  { list, terms }: PriceBook,
  kind: PoolKind,
  gigabytes: number,
  place: ChosenPlace,
  userId?: number,
): TrafficPackage | null {
  const tier = toTierFinder(list, kind, gigabytes)(place.country);
  if (!tier) return null;
  const { offer, tag } = tier;
  const adjustments = [...getSurcharges(list[kind], place), -getCustomerRate(list, kind, userId)];
  return {
    gigabytes,
    validityDays: offer.validity_days,
    price: toShare(toPrice(tag, terms, adjustments), gigabytes, offer.gigabytes),
  };
}

/** No country has this code, so no override has it either. */
const OTHER_COUNTRIES = '';

/**
 * What traffic reaches that is sold in a place: every place on sale whose price for the customer is not above the one
 * there. Nothing, unless so many gigabytes are on sale in the place.
 */
export function findReach(
  book: PriceBook,
  kind: PoolKind,
  gigabytes: number,
  place: ChosenPlace,
  userId?: number,
): PlaceReach {
  const { list, terms } = book;
  const paid = priceTraffic(book, kind, gigabytes, place, userId)?.price;
  if (!paid) return toPlaceReach([], 0);
  const findTier = toTierFinder(list, kind, gigabytes);
  const rate = -getCustomerRate(list, kind, userId);
  const adjustments = PART_COMBINATIONS.map((parts) => {
    const chosen = Object.fromEntries(parts.map((part) => [part, part]));
    return [...getSurcharges(list[kind], chosen), rate];
  });
  const getCombinations = (country: string) => {
    const tier = findTier(country);
    if (!tier) return 0;
    return adjustments.reduce((sum, each, combination) => {
      const price = toShare(toPrice(tier.tag, terms, each), gigabytes, tier.offer.gigabytes);
      return paid.isLessThan(price) ? sum : sum + 2 ** combination;
    }, 0);
  };
  const named = list[kind].packages.flatMap(({ overrides }) =>
    overrides.flatMap(({ country, group }) =>
      country === undefined
        ? (list.groups.find(({ name }) => name === group)?.countries ?? [])
        : [country],
    ),
  );
  return toPlaceReach(
    [...new Set(named)].map((country) => [country, getCombinations(country)]),
    getCombinations(OTHER_COUNTRIES),
  );
}

/**
 * What traffic that was sold in these sizes costs in a place. A size that is not on sale there costs as much as the same
 * part of the smallest package.
 * @returns null when nothing is on sale there.
 */
export function priceSizes(
  book: PriceBook,
  kind: PoolKind,
  place: ChosenPlace,
  sizes: readonly number[],
  userId?: number,
): PlaceOffer | null {
  const packages = pricePackages(book, kind, place, userId);
  const [smallest] = packages.sort((a, b) => a.gigabytes - b.gigabytes);
  if (!smallest) return null;
  const offers = sizes.map((size) => {
    const offer = priceTraffic(book, kind, size, place, userId);
    return offer
      ? { size, price: offer.price, reach: findReach(book, kind, size, place, userId) }
      : {
          ...{ size, reach: toReachOf(place) },
          price: toShare(smallest.price, size, smallest.gigabytes),
        };
  });
  return {
    prices: new Map(offers.map(({ size, price }) => [size, price])),
    reach: offers
      .map(({ reach }) => reach)
      .reduce<PlaceReach | null>(intersectReach, offers.length === 0 ? toReachOf(place) : null),
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
