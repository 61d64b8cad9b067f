import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { UnitOfWork } from '../../database/unit-of-work';
import { RANDOM_LOCATION, type PoolKind } from '../catalog.types';
import { PeriodPrice } from './period-price.entity';
import { TrafficPrice } from './traffic-price.entity';

/** Price list in millionths of a US dollar. */
@Injectable()
export class PriceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findTrafficPrices(kind: PoolKind): Promise<TrafficPrice[]> {
    return this.uow.manager.find(TrafficPrice, { where: { kind }, order: { gigabytes: 'ASC' } });
  }

  /** The price of the country, or the default price when it has none of its own. */
  async findPeriodPrice(country: string, durationMinutes: number): Promise<bigint | null> {
    const prices = await this.uow.manager.find(PeriodPrice, {
      where: { durationMinutes, country: In([country, RANDOM_LOCATION]) },
    });
    const price = prices.find((row) => row.country === country) ?? prices[0];
    return price?.usdMicros ?? null;
  }
}
