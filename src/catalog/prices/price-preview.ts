import { Money } from '../../common/money/money';
import { toDollars, toMicros, usdToNaira } from '../../common/money/usd';
import { POOL_KINDS, RANDOM_LOCATION, type Product } from '../catalog.types';
import { findLocalPrice, toPrice } from './price-calculation';
import { type ConversionTerms } from './price-list.entity';
import type {
  PeriodPriceDto,
  PriceListDto,
  PriceTagDto,
  TrafficPackageDto,
  CostSourceResponse,
  PreviewRowResponse,
} from './price-list.dto';

const BYTES_PER_GIGABYTE = 2 ** 30;
const PARTS = ['region', 'city', 'isp'] as const;

/** What a network of a provider costs. */
export interface NetworkCost {
  readonly name: string;
  readonly kind: Product;
  /** Null: every country. */
  readonly countries: readonly string[] | null;
  /** Where probes, or its budget, have put it out of service: countries, or `*`. */
  readonly down: readonly string[];
  /** Gateways share the sessions of a place by it. */
  readonly weight: number;
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
  const shares = findShares(
    costs.filter(({ kind }) => kind === product),
    countries,
  );
  const ofTraffic = (isPrecise: boolean): Money | null =>
    gigabytes === null || shares.length === 0
      ? null
      : toCost(averageCost(shares, gigabytes, isPrecise));
  const cost = local.costUsd === undefined ? ofTraffic(false) : toCost(toMicros(local.costUsd));
  const targetedCost = ofTraffic(true);
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
    cost_sources: gigabytes === null ? [] : shares.map(toSource),
    margin_percent: cost && toMargin(price, cost),
    below_cost:
      local.isOnSale &&
      ((cost !== null && lowest.isLessThan(cost)) ||
        (targeted !== null && targetedCost !== null && targeted.isLessThan(targetedCost))),
  };
}

interface Share {
  readonly network: NetworkCost;
  /** Of the traffic; those of a place sum up to 1. */
  readonly share: number;
  readonly isInService: boolean;
}

const serves = ({ countries }: NetworkCost, country: string): boolean =>
  countries === null || country === RANDOM_LOCATION || countries.includes(country);

const isUp = ({ down }: NetworkCost, country: string): boolean =>
  !down.includes('*') && !down.includes(country);

/**
 * How the networks share the traffic of some countries, as gateways choose: by weight, among those in service. Where none
 * is, it is shared as it will be when they are again. The largest share comes first.
 */
function findShares(networks: readonly NetworkCost[], countries: readonly string[]): Share[] {
  const served = countries.flatMap((country) => {
    const all = networks.filter((network) => serves(network, country));
    const up = all.filter((network) => isUp(network, country));
    return all.length === 0 ? [] : [{ all, up, used: up.length ? up : all }];
  });
  const toShare = (network: NetworkCost): number => {
    const parts = served.map(({ used }) =>
      used.includes(network)
        ? network.weight / used.reduce((sum, { weight }) => sum + weight, 0)
        : 0,
    );
    return parts.reduce((sum, part) => sum + part, 0) / parts.length;
  };
  return networks
    .filter((network) => served.some(({ all }) => all.includes(network)))
    .map((network) => ({
      network,
      share: toShare(network),
      isInService: served.some(({ up }) => up.includes(network)),
    }))
    .sort((a, b) => b.share - a.share);
}

const toSource = ({ network, share, isInService }: Share): CostSourceResponse => ({
  name: network.name,
  percent: Math.round(share * 100),
  usd_per_gb: toDollars(costOf(network, 1, false)),
  in_service: isInService,
});

/** Millionths of a dollar. */
const averageCost = (shares: readonly Share[], gigabytes: number, isPrecise: boolean): bigint =>
  BigInt(
    Math.round(
      shares.reduce(
        (sum, { network, share }) => sum + share * Number(costOf(network, gigabytes, isPrecise)),
        0,
      ),
    ),
  );

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
