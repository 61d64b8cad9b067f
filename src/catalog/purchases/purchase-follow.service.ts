import { Injectable, Logger } from '@nestjs/common';
import { crashPoint } from '../../common/crash-point';
import { UnitOfWork } from '../../database/unit-of-work';
import { isProviderError } from '../providers/adapters/provider-http';
import { ProviderAdapters } from '../providers/provider-adapters';
import type { ProviderAccount, ProviderAddress } from '../providers/providers.types';
import { BoughtUnitsService } from '../stock/bought-units.service';
import { StockUnitsService } from '../stock/stock-units.service';
import type { SupplyPurchase } from './purchase.entity';
import { PurchaseRepository } from './purchase.repository';

const BATCH = 20;

/** Finds out from the account's list what became of purchases, and puts what they bought into stock. */
@Injectable()
export class PurchaseFollowService {
  private readonly logger = new Logger(PurchaseFollowService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly adapters: ProviderAdapters,
    private readonly purchases: PurchaseRepository,
    private readonly units: StockUnitsService,
    private readonly bought: BoughtUnitsService,
  ) {}

  /** Looks after every purchase that is due. A provider that fails is asked again by the next job. */
  async followDue(): Promise<void> {
    await this.purchases.settleAbandoned();
    for (const purchase of await this.purchases.findDue(BATCH))
      try {
        await this.look(purchase);
      } catch (error) {
        if (!isProviderError(error)) throw error;
        this.logger.warn({ purchase: purchase.id, err: error }, 'A purchase could not be listed');
      }
  }

  /** @throws ProviderRefusal or ProviderOutcomeUnknown. */
  async look(purchase: SupplyPurchase): Promise<void> {
    if (purchase.status !== 'ordered' && purchase.status !== 'unknown') return;
    const { addresses, account } = await this.adapters.forAddresses(purchase.providerId);
    const listed = await addresses.list(account);
    const found =
      purchase.kind === 'buy'
        ? await this.findBought(purchase, listed)
        : listed.filter((one) => isProlonged(purchase, one));
    await this.record(account, purchase, found);
  }

  /**
   * The addresses of the order. Of an unknown one: those of one order that were not there before, are of no other
   * purchase and of nobody's list, in the country, and not more than were ordered.
   */
  private async findBought(
    { id, providerId, orderRef, country, quantity, knownAddresses }: SupplyPurchase,
    listed: readonly ProviderAddress[],
  ): Promise<ProviderAddress[]> {
    if (orderRef !== null) return listed.filter((one) => one.orderRef === orderRef);
    const known = new Set(knownAddresses);
    const fresh = listed.filter((one) => !known.has(one.address) && one.country === country);
    if (!fresh.length) return [];
    const others = await this.purchases.findOrderRefs(providerId, id);
    const taken = await this.units.findTaken(fresh.map(({ address }) => address));
    const orders = new Map<string, ProviderAddress[]>();
    for (const one of fresh)
      if (one.orderRef !== null && !others.has(one.orderRef) && !taken.has(one.address))
        orders.set(one.orderRef, [...(orders.get(one.orderRef) ?? []), one]);
    return [...orders.values()].find((group) => group.length <= quantity) ?? [];
  }

  private async record(
    account: ProviderAccount,
    { id, status, country, quantity, delivered }: SupplyPurchase,
    found: readonly ProviderAddress[],
  ): Promise<void> {
    const [first] = found;
    if (!first) return this.purchases.recordListing(id, delivered);
    await this.uow.run(async () => {
      await this.bought.store('system', account, found, country);
      await this.purchases.recordListing(id, found.length);
      const { orderRef } = first;
      if (found.length >= quantity)
        await this.purchases.move(id, 'delivered', { orderRef, delivered: quantity });
      else if (status === 'unknown') await this.purchases.move(id, 'ordered', { orderRef });
      crashPoint('supply-purchase.before-delivery');
    });
  }
}

/** The list knows the address with a later end than before. */
const isProlonged = (purchase: SupplyPurchase, { address, endsAt }: ProviderAddress): boolean =>
  address === purchase.address &&
  endsAt !== null &&
  (!purchase.endedAt || endsAt > purchase.endedAt);
