import { Money } from '../../common/money/money';
import { toMicros, usdToNaira } from '../../common/money/usd';
import { POOL_KINDS, RANDOM_LOCATION, type Product } from '../catalog.types';
import { findLocalPrice, toPrice } from './price-calculation';
import { type ConversionTerms } from './price-list.entity';
import type {
  PeriodPriceDto,
  PriceListDto,
  PriceTagDto,
  TrafficPackageDto,
  PreviewRowResponse,
} from './price-list.dto';

const BYTES_PER_GIGABYTE = 2 ** 30;
const PARTS = ['region', 'city', 'isp'] as const;

/** What a network of a provider costs. */
export interface NetworkCost {
  readonly kind: Product;
  /** Null: every country. */
  readonly countries: readonly string[] | null;
  /** Millionths of a US dollar for a gigabyte of the provider. */
  readonly usdMicros: bigint;
  readonly bytesPerGb: number;
  /** Percent of the cost for a region, city or ISP; null: the same. */
  readonly precisePercent: number | null;
}

interface Scope {
  readonly product: Product;
  readonly list: PriceListDto;
  readonly terms: ConversionTerms;
  readonly costs: readonly NetworkCost[];
}

/** Every price of a list: per package and period the default, and each override. */
export function buildPreview(
  list: PriceListDto,
  terms: ConversionTerms,
  costs: readonly NetworkCost[],
): PreviewRowResponse[] {
  const traffic = POOL_KINDS.flatMap((product) =>
    list[product].packages.flatMap((offer) => previewOffer({ product, list, terms, costs }, offer)),
  );
  const scope = { product: 'datacenter', list, terms, costs } as const;
  return [...traffic, ...list.datacenter.periods.flatMap((period) => previewOffer(scope, period))];
}

function previewOffer(
  scope: Scope,
  offer: TrafficPackageDto | PeriodPriceDto,
): PreviewRowResponse[] {
  const places = [
    { country: RANDOM_LOCATION, group: null },
    ...offer.overrides.map(({ country, group }) => ({
      country: country ?? null,
      group: group ?? null,
    })),
  ];
  return places.map(({ country, group }) => {
    const members = country
      ? [country]
      : (scope.list.groups.find(({ name }) => name === group)?.countries ?? []);
    const own = offer.overrides.find(
      (override) => (override.country ?? null) === country && (override.group ?? null) === group,
    );
    const local =
      own && group !== null
        ? { tag: own, isOnSale: own.on_sale, costUsd: getCost(own, offer) }
        : findLocalPrice(offer, country ?? RANDOM_LOCATION, scope.list.groups);
    return toRow(scope, offer, { country, group }, local, members);
  });
}

const getCost = (own: object, offer: object): number | undefined =>
  (own as { cost_usd?: number }).cost_usd ?? (offer as { cost_usd?: number }).cost_usd;

function toRow(
  { product, list, terms, costs }: Scope,
  offer: TrafficPackageDto | PeriodPriceDto,
  place: Pick<PreviewRowResponse, 'country' | 'group'>,
  local: { tag: PriceTagDto; isOnSale: boolean; costUsd?: number },
  countries: readonly string[],
): PreviewRowResponse {
  const gigabytes = 'gigabytes' in offer ? offer.gigabytes : null;
  const price = toPrice(local.tag, terms);
  const discounts = [-getLargestTier(list, product), -getLargestRate(list, product)];
  const surcharge = product === 'datacenter' ? 0 : getSmallestSurcharge(list, product);
  const toCost = (dollarMicros: bigint) => usdToNaira(dollarMicros, terms.exchangeRate, 0);
  const served = costs.filter(
    (cost) => cost.kind === product && servesAny(cost, place.country, countries),
  );
  const dearest = (isPrecise: boolean): Money | null =>
    gigabytes === null || !served.length
      ? null
      : toCost(max(served.map((cost) => costOf(cost, gigabytes, isPrecise))));
  const cost = local.costUsd === undefined ? dearest(false) : toCost(toMicros(local.costUsd));
  const targetedCost = dearest(true);
  const lowest = toPrice(local.tag, terms, discounts);
  const targeted =
    product === 'datacenter' ? null : toPrice(local.tag, terms, [surcharge, ...discounts]);
  return {
    ...place,
    product,
    gigabytes,
    duration_minutes: 'duration_minutes' in offer ? offer.duration_minutes : null,
    on_sale: local.isOnSale,
    price: price.toNaira(),
    lowest: lowest.toNaira(),
    targeted: targeted && targeted.toNaira(),
    cost: cost && cost.toNaira(),
    targeted_cost: targetedCost && targetedCost.toNaira(),
    margin_percent: cost && toMargin(price, cost),
    below_cost:
      local.isOnSale &&
      ((cost !== null && lowest.isLessThan(cost)) ||
        (targeted !== null && targetedCost !== null && targeted.isLessThan(targetedCost))),
  };
}

const servesAny = (
  { countries: sold }: NetworkCost,
  country: string | null,
  countries: readonly string[],
): boolean =>
  sold === null || country === RANDOM_LOCATION || countries.some((code) => sold.includes(code));

/** Millionths of a dollar for so many of our gigabytes, rounded up. */
function costOf(
  { usdMicros, bytesPerGb, precisePercent }: NetworkCost,
  gigabytes: number,
  isPrecise: boolean,
): bigint {
  const percent = BigInt(isPrecise ? (precisePercent ?? 100) : 100);
  const top = usdMicros * BigInt(gigabytes) * BigInt(BYTES_PER_GIGABYTE) * percent;
  const bottom = BigInt(bytesPerGb) * 100n;
  return (top + bottom - 1n) / bottom;
}

const max = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (value > most ? value : most), 0n);

const getLargestTier = (list: PriceListDto, product: Product): number =>
  product === 'datacenter'
    ? Math.max(0, ...list.datacenter.tiers.map((tier) => tier.percent_off))
    : 0;

const getLargestRate = (list: PriceListDto, product: Product): number =>
  Math.max(
    0,
    ...list.customers
      .filter((rate) => (rate.product ?? product) === product)
      .map((rate) => rate.percent_off),
  );

const getSmallestSurcharge = (list: PriceListDto, product: 'residential' | 'mobile'): number =>
  Math.min(...PARTS.map((part) => list[product].surcharge_percent[part]));

const toMargin = (price: Money, cost: Money): number =>
  Math.round((Number(price.minus(cost).kobo) / Number(price.kobo)) * 1000) / 10;
