import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { usdToNaira } from '../../common/money/usd-to-naira';
import { SettingsService } from '../../settings/settings.service';
import { MAXIMUM_TOPUP } from '../../settings/settings.types';
import { unknownPackage, unknownPeriod } from '../catalog.errors';
import { CatalogService } from '../catalog.service';
import type {
  DatacenterCountry,
  DatacenterOffer,
  PoolKind,
  PoolQuote,
  PricingTerms,
  TargetingRequest,
  TrafficPackage,
} from '../catalog.types';
import { StockService } from '../stock/stock.service';
import { PriceRepository } from './price.repository';

/** Prices in naira, calculated with the settings at the time of the call. */
@Injectable()
export class PricingService {
  constructor(
    private readonly settings: SettingsService,
    private readonly catalog: CatalogService,
    private readonly prices: PriceRepository,
    private readonly stock: StockService,
  ) {}

  async getTerms(): Promise<PricingTerms> {
    const settings = await this.settings.current();
    return {
      exchangeRate: settings.exchangeRate,
      markupEnabled: settings.markupEnabled,
      markupPercentage: settings.markupPercentage,
      minimumTopup: Money.naira(settings.minimumTopup),
      maximumTopup: Money.naira(MAXIMUM_TOPUP),
    };
  }

  /** All packages of a kind, smallest first. */
  async listTrafficPackages(kind: PoolKind): Promise<TrafficPackage[]> {
    const rows = await this.prices.findTrafficPrices(kind);
    const toNaira = await this.createConverter();
    return rows.map(({ gigabytes, usdMicros, validityDays }) => ({
      gigabytes,
      validityDays,
      price: toNaira(usdMicros),
    }));
  }

  /** @throws DomainError invalid for a location or package that is not on sale. */
  async quotePool(
    kind: PoolKind,
    gigabytes: number,
    location: TargetingRequest,
  ): Promise<PoolQuote> {
    const { packages, targeting, locationName } = await this.catalog.getPoolOffer(kind, location);
    const match = packages.find((offer) => offer.gigabytes === gigabytes);
    if (!match)
      throw unknownPackage(
        gigabytes,
        packages.map((offer) => offer.gigabytes),
      );
    const toNaira = await this.createConverter();
    const { validityDays } = match;
    return { gigabytes, validityDays, price: toNaira(match.usdMicros), targeting, locationName };
  }

  /**
   * @returns the price of one address for the whole period.
   * @throws DomainError invalid when the country has no datacenter or the period has no price.
   */
  async quoteDatacenter(countryId: number, durationMinutes: number): Promise<Money> {
    return this.quoteAddress(await this.catalog.getCountry(countryId), durationMinutes);
  }

  /**
   * @returns the price of one address for the whole period.
   * @throws DomainError invalid when the period has no price.
   */
  async quoteAddress(country: DatacenterCountry, durationMinutes: number): Promise<Money> {
    const usdMicros = await this.prices.findPeriodPrice(country.code, durationMinutes);
    if (usdMicros === null) throw unknownPeriod(durationMinutes);
    return (await this.createConverter())(usdMicros);
  }

  /** Countries with stock by name, each with the price of one address for the whole period. */
  async listDatacenterOffers(durationMinutes: number): Promise<DatacenterOffer[]> {
    const stocked = await this.stock.countAvailable(durationMinutes);
    const toNaira = await this.createConverter();
    return stocked.map(({ usdMicros, ...country }) => ({ ...country, price: toNaira(usdMicros) }));
  }

  private async createConverter(): Promise<(usdMicros: bigint) => Money> {
    const { exchangeRate, markupEnabled, markupPercentage } = await this.settings.current();
    const markup = markupEnabled && markupPercentage > 0 ? markupPercentage : 0;
    return (usdMicros) => usdToNaira(usdMicros, exchangeRate, markup);
  }
}
