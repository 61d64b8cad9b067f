import { Injectable } from '@nestjs/common';
import { outOfStock } from '../catalog.errors';
import type { CountryStock, DatacenterCountry, ReservedAddress } from '../catalog.types';
import { StockRepository } from './stock.repository';

/** The dedicated datacenter addresses: who holds which. */
@Injectable()
export class StockService {
  constructor(private readonly stock: StockRepository) {}

  /** Countries with free addresses and a price for the period. */
  countAvailable(durationMinutes: number): Promise<CountryStock[]> {
    return this.stock.countPerCountry(durationMinutes);
  }

  /**
   * Holds addresses for an order, all or none; needs an open unit of work.
   * @throws DomainError conflict OUT_OF_STOCK with `errors.available`.
   */
  async reserve(
    orderId: number,
    country: Pick<DatacenterCountry, 'code' | 'name'>,
    quantity: number,
  ): Promise<ReservedAddress[]> {
    // What others are taking may yet come back: only when they are done is it known to be gone.
    const held =
      (await this.stock.reserveWithoutWaiting(orderId, country.code, quantity)) ??
      (await this.stock.reserve(orderId, country.code, quantity, 'wait'));
    if (held.length < quantity)
      throw outOfStock(country.name, held.length + (await this.stock.countFree(country.code)));
    return held;
  }

  findReserved(orderId: number): Promise<ReservedAddress[]> {
    return this.stock.findReserved(orderId);
  }

  /** Gives back everything an order holds; needs an open unit of work. */
  releaseOrder(orderId: number): Promise<void> {
    return this.stock.releaseOrder(orderId);
  }

  /** Gives back single addresses, each only if that order still holds it. */
  async release(held: { orderId: number; address: string }[]): Promise<void> {
    if (held.length) await this.stock.release(held);
  }
}
