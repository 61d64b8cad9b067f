import { Injectable } from '@nestjs/common';
import { noReplacement, outOfStock, unitNotSold } from '../catalog.errors';
import type { CountryStock, DatacenterCountry, ReservedAddress } from '../catalog.types';
import { StockRepository } from './stock.repository';

export interface UnitReplacement {
  /** When the proxy ends, which the other unit outlives. */
  readonly until: Date;
  /** For staff, on the unit that is taken away. */
  readonly note: string;
  /** It works for others and stays on sale; otherwise it is withdrawn. */
  readonly isUsable?: boolean;
  /** Addresses not to give instead, besides that of the unit. */
  readonly except?: readonly string[];
}

/** Reservation of the dedicated datacenter addresses. */
@Injectable()
export class StockService {
  constructor(private readonly stock: StockRepository) {}

  /** Addresses per country that are free for the whole period, whether or not it has a price there. */
  countAvailable(durationMinutes: number): Promise<CountryStock[]> {
    return this.stock.countPerCountry(durationMinutes);
  }

  /**
   * Reserves addresses for an order, all or none; none that its provider takes back before the period is over. Requires an open unit of work.
   * @throws DomainError conflict OUT_OF_STOCK with `errors.available`.
   */
  async reserve(
    orderId: number,
    country: Pick<DatacenterCountry, 'code' | 'name'>,
    durationMinutes: number,
    quantity: number,
  ): Promise<ReservedAddress[]> {
    const reservation = { country: country.code, durationMinutes, quantity };
    // A concurrent reservation may still roll back, so only a waiting read decides that the stock is out.
    const reserved =
      (await this.stock.reserveWithoutWaiting(orderId, reservation)) ??
      (await this.stock.reserve(orderId, reservation, 'wait'));
    if (reserved.length < quantity) {
      const free = await this.stock.countFree(country.code, durationMinutes);
      throw outOfStock(country.name, reserved.length + free);
    }
    return reserved;
  }

  /**
   * Takes a bought unit from its order and reserves another one of the same country for it. Requires an open unit of
   * work, with the proxy locked.
   * @throws DomainError conflict UNIT_NOT_SOLD, NO_REPLACEMENT.
   */
  async replace(
    unit: { id: number; orderId: number; country: string; address: string },
    { until, note, isUsable = false, except = [] }: UnitReplacement,
  ): Promise<ReservedAddress> {
    const { id, orderId, country, address } = unit;
    const isTaken = isUsable
      ? await this.stock.putBack(id, orderId, note)
      : await this.stock.withdraw(id, orderId, note);
    if (!isTaken) throw unitNotSold();
    const wanted = { until, except: [address, ...except] };
    const other =
      (await this.stock.reserveReplacement(orderId, country, wanted, 'skip')) ??
      (await this.stock.reserveReplacement(orderId, country, wanted, 'wait'));
    if (!other) throw noReplacement(country.toUpperCase(), until);
    return other;
  }

  /** Releases single addresses, each only while it is reserved for that order. */
  async release(reserved: { orderId: number; address: string }[]): Promise<void> {
    if (reserved.length) await this.stock.release(reserved);
  }
}
