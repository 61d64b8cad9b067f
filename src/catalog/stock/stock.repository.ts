import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { isInService } from '../exits/exit-in-service';
import type { CountryStock, ReservedAddress } from '../catalog.types';
import { StockUnit } from './stock-unit.entity';

const FREE_IN_COUNTRY = `FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
  WHERE s.order_id IS NULL AND e.enabled AND e.kind = 'datacenter' AND e.country = $1
    AND ${isInService('e', 's.address')}`;

/** SQL where stock joins its exits, a reservation skips locked rows, and a release takes an array. */
@Injectable()
export class StockRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Free addresses of the countries that have some and have a price for the period, by name. */
  async countPerCountry(durationMinutes: number): Promise<CountryStock[]> {
    const rows = await this.uow.manager.query<(CountryStock & { usdMicros: string })[]>(
      `SELECT c.id AS "countryId", c.code, c.name, free.quantity, price.usd_micros AS "usdMicros"
       FROM (SELECT e.country, count(*)::int AS quantity
             FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
             WHERE s.order_id IS NULL AND e.enabled AND e.kind = 'datacenter'
               AND ${isInService('e', 's.address')}
             GROUP BY e.country) AS free
       JOIN catalog_country c ON c.code = free.country
       CROSS JOIN LATERAL (SELECT p.usd_micros FROM period_price p
                           WHERE p.duration_minutes = $1 AND p.country IN (c.code, 'zz')
                           ORDER BY p.country = 'zz' LIMIT 1) AS price
       ORDER BY c.name`,
      [durationMinutes],
    );
    return rows.map((row) => ({ ...row, usdMicros: BigInt(row.usdMicros) }));
  }

  async countFree(country: string): Promise<number> {
    const [{ free }] = await this.uow.manager.query<[{ free: number }]>(
      `SELECT count(*)::int AS free ${FREE_IN_COUNTRY}`,
      [country],
    );
    return free;
  }

  /**
   * Reserves up to `quantity` free addresses for an order.
   * @param locked what to do about rows locked by a concurrent purchase: skip them, or wait for its
   * commit or rollback. Waiting transactions lock in the order of the id, which avoids deadlocks.
   */
  async reserve(
    orderId: number,
    country: string,
    quantity: number,
    locked: 'skip' | 'wait',
  ): Promise<ReservedAddress[]> {
    const [rows] = await this.uow.requireTransaction().query<[ReservedAddress[], number]>(
      `UPDATE stock_unit SET order_id = $2, reserved_at = now()
       WHERE id IN (SELECT s.id ${FREE_IN_COUNTRY} ORDER BY s.id LIMIT $3
                    FOR UPDATE OF s ${locked === 'skip' ? 'SKIP LOCKED' : ''})
       RETURNING exit_node_id AS "exitNodeId", address`,
      [country, orderId, quantity],
    );
    return rows;
  }

  /** Reserves unlocked free addresses, all or none. @returns null when there are too few. */
  async reserveWithoutWaiting(
    orderId: number,
    country: string,
    quantity: number,
  ): Promise<ReservedAddress[] | null> {
    // The rollback unlocks a partial reservation: keeping it while waiting for more could deadlock.
    await this.uow.requireTransaction().query('SAVEPOINT reserve_without_waiting');
    const reserved = await this.reserve(orderId, country, quantity, 'skip');
    if (reserved.length === quantity) return reserved;
    await this.uow.requireTransaction().query('ROLLBACK TO SAVEPOINT reserve_without_waiting');
    return null;
  }

  findReserved(orderId: number): Promise<ReservedAddress[]> {
    return this.uow.manager.find(StockUnit, {
      select: { exitNodeId: true, address: true },
      where: { orderId },
      order: { id: 'ASC' },
    });
  }

  async releaseOrder(orderId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .update(StockUnit, { orderId }, { orderId: null, reservedAt: null });
  }

  async release(reserved: { orderId: number; address: string }[]): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE stock_unit s SET order_id = NULL, reserved_at = NULL
       FROM unnest($1::int[], $2::text[]) AS reserved (order_id, address)
       WHERE s.order_id = reserved.order_id AND s.address = reserved.address`,
      [reserved.map((unit) => unit.orderId), reserved.map((unit) => unit.address)],
    );
  }
}
