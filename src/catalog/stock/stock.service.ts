import { Injectable } from '@nestjs/common';
import { outOfStock } from '../catalog.errors';
import type { CountryStock, DatacenterCountry, ReservedAddress } from '../catalog.types';
import { StockRepository } from './stock.repository';

/** Reservation of the dedicated datacenter addresses. */
@Injectable()
export class StockService {
  constructor(private readonly stock: StockRepository) {}

  /** Free addresses of the countries that have a price for the period. */
  countAvailable(durationMinutes: number): Promise<CountryStock[]> {
    return this.stock.countPerCountry(durationMinutes);
  }

  /**
   * Reserves addresses for an order, all or none. Requires an open unit of work.
   * @throws DomainError conflict OUT_OF_STOCK with `errors.available`.
   */
  async reserve(
    orderId: number,
    country: Pick<DatacenterCountry, 'code' | 'name'>,
    quantity: number,
  ): Promise<ReservedAddress[]> {
    // A concurrent reservation may still roll back, so only a waiting read decides that the stock is out.
    const reserved =
      (await this.stock.reserveWithoutWaiting(orderId, country.code, quantity)) ??
      (await this.stock.reserve(orderId, country.code, quantity, 'wait'));
    if (reserved.length < quantity)
      throw outOfStock(country.name, reserved.length + (await this.stock.countFree(country.code)));
    return reserved;
  }

  findReserved(orderId: number): Promise<ReservedAddress[]> {
    return this.stock.findReserved(orderId);
  }

  /** Releases all addresses of an order. Requires an open unit of work. */
  releaseOrder(orderId: number): Promise<void> {
    return this.stock.releaseOrder(orderId);
  }

  /** Releases single addresses, each only while it is reserved for that order. */
  async release(reserved: { orderId: number; address: string }[]): Promise<void> {
    if (reserved.length) await this.stock.release(reserved);
  }
}
