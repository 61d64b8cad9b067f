import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { PoolKind } from '../catalog.types';

export interface TrafficPriceRow {
  gigabytes: number;
  usdMicros: bigint;
  validityDays: number;
}

/** Prices as they are kept: in millionths of a US dollar. */
@Injectable()
export class PriceRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async findTrafficPrices(kind: PoolKind): Promise<TrafficPriceRow[]> {
    const rows = await this.uow.manager.query(
      `SELECT gigabytes, usd_micros, validity_days FROM traffic_price
       WHERE kind = $1 ORDER BY gigabytes`,
      [kind],
    );
    return rows.map((row: { gigabytes: number; usd_micros: string; validity_days: number }) => ({
      gigabytes: row.gigabytes,
      usdMicros: BigInt(row.usd_micros),
      validityDays: row.validity_days,
    }));
  }

  /** The country's own price, or that of all countries without one. */
  async findPeriodPrice(country: string, durationMinutes: number): Promise<bigint | null> {
    const [row] = await this.uow.manager.query(
      `SELECT usd_micros FROM period_price
       WHERE duration_minutes = $2 AND country IN ($1, 'zz') ORDER BY country = 'zz' LIMIT 1`,
      [country, durationMinutes],
    );
    return row ? BigInt(row.usd_micros) : null;
  }
}
