import { Injectable } from '@nestjs/common';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { PRICE_BOOK, toPriceBook, type PriceBookRow, type PriceBook } from './price-list.entity';
import type { Money } from '../../common/money/money';
import { SettingsService } from '../../settings/settings.service';
import { MAXIMUM_TOPUP } from '../../settings/settings.types';
import { trafficNotSold, unknownPeriod } from '../catalog.errors';
import type { DatacenterPriceItem, PricingInfoData, TrafficPriceItem } from '../catalog.dto';
import { CatalogService, type Exits } from '../catalog.service';
import {
  DATACENTER_PERIODS,
  RANDOM_LOCATION,
  type DatacenterCountry,
  type PlaceOffer,
  type PoolKind,
  type PoolQuote,
  type TargetingRequest,
} from '../catalog.types';
import { StockService } from '../stock/stock.service';
import {
  findReach,
  priceAddress,
  pricePackages,
  priceSizes,
  priceTraffic,
} from './price-calculation';
import type { QuantityTierDto } from './price-list.dto';

const FIND_BOOK = prepareStatement('catalog.price-book', `SELECT ${PRICE_BOOK} AS book`);

/** Prices in naira, by the price list and the settings at the time of the call. */
@Injectable()
export class PricingService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: SettingsService,
    private readonly catalog: CatalogService,
    private readonly stock: StockService,
  ) {}

  /** Settings that prices are calculated with, and the limits of a top-up. */
  async getTerms(): Promise<PricingInfoData> {
    const settings = await this.settings.current();
    return {
      exchange_rate: settings.exchangeRate,
      markup_enabled: settings.markupEnabled,
      markup_percentage: settings.markupPercentage,
      currency: 'NGN',
      symbol: '₦',
      minimum_topup: settings.minimumTopup,
      maximum_topup: MAXIMUM_TOPUP,
    };
  }

  /** The packages of a kind that are on sale in a country, in the order of the list. */
  async listTrafficPackages(
    kind: PoolKind,
    country = RANDOM_LOCATION,
  ): Promise<TrafficPriceItem[]> {
    const packages = pricePackages(await this.findBook(), kind, { country });
    return packages.map(({ gigabytes, price, validityDays }) => ({
      traffic: String(gigabytes),
      price: price.toNaira(),
      validity_days: validityDays,
    }));
  }

  /**
   * @param userId who would pay; undefined for the price of the list.
   * @param exits `served` for more traffic of a proxy that was sold before.
   */
  async quotePool(
    kind: PoolKind,
    gigabytes: number,
    location: TargetingRequest,
    userId?: number,
    exits: Exits = 'sold',
  ): Promise<PoolQuote> {
    const offered = await this.catalog.getPoolOffer(kind, location, exits);
    const { book, targeting, locationName } = offered;
    const offer = priceTraffic(book, kind, gigabytes, targeting, userId);
    if (!offer) {
      const packages = pricePackages(book, kind, targeting);
      throw trafficNotSold(packages.map((each) => each.gigabytes));
    }
    const reach = findReach(book, kind, gigabytes, targeting, userId);
    return { ...offer, targeting, locationName, reach };
  }

  /**
   * What traffic that a customer bought in these sizes costs in a place.
   * @returns null when nothing is on sale there.
   */
  async quotePlace(
    kind: PoolKind,
    place: TargetingRequest,
    sizes: readonly number[],
    userId: number,
  ): Promise<PlaceOffer | null> {
    return priceSizes(await this.findBook(), kind, place, sizes, userId);
  }

  /** @returns the price of the list for one address and the whole period. */
  async quoteDatacenter(countryId: number, durationMinutes: number): Promise<Money> {
    return this.quoteAddress(await this.catalog.getCountry(countryId), durationMinutes);
  }

  /** @returns the price of one address of the order for the whole period. */
  async quoteAddress(
    country: DatacenterCountry,
    durationMinutes: number,
    order: { readonly quantity?: number; readonly userId?: number } = {},
  ): Promise<Money> {
    const book = await this.findBook();
    const price = priceAddress(book, country.code, durationMinutes, order);
    if (price === null) throw unknownPeriod(durationMinutes);
    return price;
  }

  /** Countries with stock and a price for the period by name, each with the price of one address for all of it. */
  async listDatacenterOffers(
    durationMinutes: number = DATACENTER_PERIODS[0],
  ): Promise<DatacenterPriceItem[]> {
    const stocked = await this.stock.countAvailable(durationMinutes);
    const book = await this.findBook();
    return stocked.flatMap((country) => {
      const price = priceAddress(book, country.code, durationMinutes);
      return price === null ? [] : [{ ...country, price_per_unit: price.toNaira() }];
    });
  }

  /** @returns minutes of the shortest period that addresses are sold for anywhere. */
  async findShortestPeriod(): Promise<number> {
    const { periods } = (await this.findBook()).list.datacenter;
    const onSale = periods.filter((period) =>
      [period, ...period.overrides].some(({ on_sale: isOnSale }) => isOnSale),
    );
    return onSale.length
      ? Math.min(...onSale.map((period) => period.duration_minutes))
      : DATACENTER_PERIODS[0];
  }

  /** What larger orders of addresses cost less, by quantity. */
  async listQuantityDiscounts(): Promise<QuantityTierDto[]> {
    const { tiers } = (await this.findBook()).list.datacenter;
    return tiers.toSorted((a, b) => a.from - b.from);
  }

  /** The prices in force. They are read for every quote, so that a change counts on every process at once. */
  private async findBook(): Promise<PriceBook> {
    const { rows } = await this.uow.execute<{ book: PriceBookRow | null }>(FIND_BOOK, []);
    return toPriceBook(rows[0]!.book);
  }
}
