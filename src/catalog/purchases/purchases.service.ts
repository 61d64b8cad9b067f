import { Injectable, Logger } from '@nestjs/common';
import { AuditService, type AuditActor } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { toPage, type PageQuery } from '../../common/http/pagination.dto';
import { formatUsd, toMicros } from '../../common/money/usd';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  budgetExceeded,
  dailyLimitReached,
  periodTooShort,
  priceChanged,
  providerRefused,
  purchaseNotDecidable,
  refuse,
  toDays,
} from '../catalog.errors';
import { PricingService } from '../prices/pricing.service';
import { isProviderError, ProviderRefusal } from '../providers/adapters/provider-http';
import { askProvider, ProviderAdapters } from '../providers/provider-adapters';
import { SupplyProvider } from '../providers/provider.entity';
import type { PlacedOrder, StockOrder, StockProvider } from '../providers/providers.types';
import { StockUnitsService } from '../stock/stock-units.service';
import type { OffersData, SupplyPurchaseResponse, SupplyPurchasesData } from './purchase.dto';
import { SupplyPurchase } from './purchase.entity';
import { PurchaseFollowService } from './purchase-follow.service';
import { DECIDABLE_HOURS, PurchaseRepository } from './purchase.repository';

const PER_PAGE = 15;

/** An address is sold for periods that end before its own, so it must outlast the shortest. */
const canBeSold = (stock: StockProvider, period: string, shortestMinutes: number): boolean =>
  (stock.getDays(period) ?? Infinity) > toDays(shortestMinutes);

/** What staff, or the shop itself, agreed to pay. */
export interface Consent {
  /** The price that was shown, in millionths of a US dollar. */
  readonly expectedMicros: bigint;
  readonly idempotencyKey?: string;
  /** Asked once no other purchase of the provider can begin; false calls it off. */
  readonly isStillNeeded?: () => Promise<boolean>;
}

type NewPurchase = Pick<
  SupplyPurchase,
  'providerId' | 'kind' | 'country' | 'quantity' | 'period' | 'expectedMicros'
> &
  Partial<Pick<SupplyPurchase, 'unitId' | 'address' | 'requestedBy' | 'idempotencyKey'>>;

/**
 * Buys and prolongs addresses. Providers know no idempotency keys, so a purchase is a row before it is a call, a
 * provider has one purchase of unknown outcome at most, and no call is ever repeated: listings tell what became of it.
 */
@Injectable()
export class PurchasesService {
  private readonly logger = new Logger(PurchasesService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly adapters: ProviderAdapters,
    private readonly purchases: PurchaseRepository,
    private readonly follow: PurchaseFollowService,
    private readonly units: StockUnitsService,
    private readonly pricing: PricingService,
    private readonly audit: AuditService,
  ) {}

  /** What the provider has to sell. */
  async offers(providerId: number): Promise<OffersData> {
    const { stock, account } = await this.adapters.forStock(providerId);
    const { countries, periods } = await askProvider(() => stock.offers(account));
    const shortest = await this.pricing.findShortestPeriod();
    return {
      countries,
      periods: periods.map((period) => ({
        ...period,
        can_be_sold: canBeSold(stock, period.id, shortest),
      })),
      shortest_sale_days: toDays(shortest),
    };
  }

  /** @returns millionths of a US dollar. */
  async quote(providerId: number, order: StockOrder): Promise<bigint> {
    const { stock, account } = await this.adapters.forStock(providerId);
    await this.assertSellable(stock, order);
    return askProvider(() => stock.quote(account, order));
  }

  /** @returns millionths of a US dollar. */
  async quoteProlongation(unitId: number, period: string): Promise<bigint> {
    const { provider, address } = await this.findUnit(unitId);
    const { stock, account } = await this.adapters.forStock(provider.id);
    return askProvider(() => stock.quoteProlongation(account, address, period));
  }

  /** The newest first. */
  list(providerId: number, query: PageQuery): Promise<SupplyPurchasesData> {
    return this.purchases.findPage(providerId, toPage(query, PER_PAGE));
  }

  /**
   * Buys addresses at the price that was shown. A key that was used before returns its purchase. When it throws a
   * `DomainError` nothing was bought; otherwise the purchase tells what became of it.
   */
  async buy(
    actor: AuditActor,
    providerId: number,
    order: StockOrder,
    consent: Consent,
  ): Promise<SupplyPurchaseResponse> {
    const { stock, account } = await this.adapters.forStock(providerId);
    await this.assertSellable(stock, order);
    const { expectedMicros } = consent;
    const { country, quantity, period } = order;
    const fields: NewPurchase = {
      ...{ providerId, kind: 'buy', country, quantity, period, expectedMicros },
    };
    return this.purchase(actor, fields, consent, {
      quote: () => stock.quote(account, order),
      place: () => stock.order(account, order),
    });
  }

  /** Prolongs a unit at its provider, whether it is sold or not. */
  async prolong(
    actor: AuditActor,
    unitId: number,
    period: string,
    consent: Consent,
  ): Promise<SupplyPurchaseResponse> {
    const { provider, address, country } = await this.findUnit(unitId);
    const { stock, account } = await this.adapters.forStock(provider.id);
    const { expectedMicros } = consent;
    const fields: NewPurchase = {
      ...{ providerId: provider.id, kind: 'prolong', country, quantity: 1, period },
      ...{ unitId, address, expectedMicros },
    };
    return this.purchase(actor, fields, consent, {
      quote: () => stock.quoteProlongation(account, address, period),
      place: () => stock.prolong(account, address, period),
    });
  }

  /** Looks for the purchase in the account's list now. */
  async check(id: number): Promise<SupplyPurchaseResponse> {
    const purchase = await this.uow.manager.findOneBy(SupplyPurchase, { id });
    if (!purchase) throw refuse('PURCHASE_NOT_FOUND');
    await askProvider(() => this.follow.look(purchase));
    return (await this.purchases.findById(id))!;
  }

  /** Staff decide that an unknown purchase was none, once listings have not shown it for hours. */
  decideNotBought(actor: AuditActor, id: number): Promise<SupplyPurchaseResponse> {
    return this.uow.run(async () => {
      const purchase = await this.purchases.findById(id);
      if (!purchase) throw refuse('PURCHASE_NOT_FOUND');
      if (!(await this.purchases.decideNotBought(id))) throw purchaseNotDecidable(DECIDABLE_HOURS);
      await this.audit.record(actor, {
        action: 'system.supply_decided',
        target: `supply_purchase:${id}`,
        details: `Decided that purchase ${id} of ${formatUsd(toMicros(purchase.expected_total_usd))} US dollars was not made`,
      });
      return (await this.purchases.findById(id))!;
    });
  }

  private async assertSellable(stock: StockProvider, { period }: StockOrder): Promise<void> {
    const shortest = await this.pricing.findShortestPeriod();
    if (!canBeSold(stock, period, shortest)) throw periodTooShort(shortest);
  }

  private async purchase(
    actor: AuditActor,
    fields: NewPurchase,
    { expectedMicros, idempotencyKey, isStillNeeded }: Consent,
    provider: { quote: () => Promise<bigint>; place: () => Promise<PlacedOrder> },
  ): Promise<SupplyPurchaseResponse> {
    const requestedBy = actor === 'system' ? null : (actor.userId ?? null);
    if (requestedBy !== null && idempotencyKey !== undefined) {
      const known = await this.purchases.findByKey(requestedBy, idempotencyKey);
      if (known) return known;
    }
    const price = await askProvider(provider.quote);
    if (price !== expectedMicros) throw priceChanged(formatUsd(price));
    const purchase = { ...fields, requestedBy, idempotencyKey };
    const id = await this.open(actor, purchase, isStillNeeded);
    if (id === null) return (await this.purchases.findByKey(requestedBy!, idempotencyKey!))!;
    crashPoint('supply-purchase.before-send');
    if (await this.claim(id, fields)) await this.send(id, provider.place);
    return (await this.purchases.findById(id))!;
  }

  /**
   * Takes the provider's one place for a purchase without a known outcome.
   * @returns null when a concurrent call with the same key was first.
   */
  private async open(
    actor: AuditActor,
    purchase: NewPurchase,
    isStillNeeded: Consent['isStillNeeded'],
  ): Promise<number | null> {
    try {
      return await this.uow.run(async () => {
        const { providerId, expectedMicros } = purchase;
        const provider = await this.uow.requireTransaction().findOne(SupplyProvider, {
          where: { id: providerId },
          lock: { mode: 'pessimistic_write' },
        });
        if (!provider) throw refuse('PROVIDER_NOT_FOUND');
        if (!provider.enabled) throw refuse('PROVIDER_DISABLED');
        if (isStillNeeded && !(await isStillNeeded())) throw refuse('PURCHASE_PENDING');
        const { month, automaticToday } = await this.purchases.findSpending(providerId);
        const { monthlyBudgetMicros: budget, dailyAutomaticMicros: limit } = provider;
        if (budget !== null && month + expectedMicros > budget)
          throw budgetExceeded(formatUsd(budget > month ? budget - month : 0n));
        const isAutomatic = purchase.requestedBy === null;
        if (isAutomatic && limit !== null && automaticToday + expectedMicros > limit)
          throw dailyLimitReached(formatUsd(limit > automaticToday ? limit - automaticToday : 0n));
        const id = await this.purchases.open(purchase);
        const what =
          purchase.kind === 'buy'
            ? `${purchase.quantity} addresses in ${purchase.country}`
            : `a longer time for ${purchase.address}`;
        await this.audit.record(actor, {
          action: purchase.kind === 'buy' ? 'system.supply_bought' : 'system.supply_prolonged',
          target: `supply_purchase:${id}`,
          details: `Orders ${what} (${purchase.period}) at ${provider.name} for ${formatUsd(purchase.expectedMicros)} US dollars`,
        });
        return id;
      });
    } catch (error) {
      if (isUniqueViolation(error, 'supply_purchase_key_idx')) return null;
      if (isUniqueViolation(error, 'supply_purchase_writer_idx')) throw refuse('PURCHASE_PENDING');
      throw error;
    }
  }

  /** From here on only listings tell the outcome, so what the account has already is written down first. */
  private async claim(id: number, { providerId, address }: NewPurchase): Promise<boolean> {
    const { addresses, account } = await this.adapters.forAddresses(providerId);
    try {
      const listed = await addresses.list(account);
      const unit = listed.find((one) => one.address === address);
      if (address !== undefined && !unit)
        throw new ProviderRefusal('It does not list the address any more.');
      const knownAddresses = listed.map((one) => one.address);
      return await this.purchases.move(id, 'sent', { knownAddresses, endedAt: unit?.endsAt });
    } catch (error) {
      if (!isProviderError(error)) throw error;
      await this.purchases.move(id, 'failed', { error: error.message });
      throw providerRefused(error.message);
    }
  }

  /** The one call. Whatever happens to it, it is not repeated. */
  private async send(id: number, place: () => Promise<PlacedOrder>): Promise<void> {
    crashPoint('supply-purchase.before-provider');
    try {
      const { orderRef, totalMicros } = await place();
      crashPoint('supply-purchase.after-provider');
      await this.purchases.move(id, 'ordered', { orderRef, totalMicros });
      crashPoint('supply-purchase.after-record');
    } catch (error) {
      if (!isProviderError(error)) throw error;
      const isRefused = error instanceof ProviderRefusal;
      await this.purchases.move(id, isRefused ? 'failed' : 'unknown', { error: error.message });
      return;
    }
    const purchase = await this.uow.manager.findOneByOrFail(SupplyPurchase, { id });
    await this.follow.look(purchase).catch((error: unknown) => {
      // The job looks again.
      if (!isProviderError(error)) throw error;
      this.logger.warn({ purchase: id, err: error }, 'A purchase could not be listed yet');
    });
  }

  private async findUnit(id: number) {
    const unit = await this.units.get(id);
    if (!unit.provider) throw refuse('UNIT_WITHOUT_PROVIDER');
    return { ...unit, provider: unit.provider };
  }
}
