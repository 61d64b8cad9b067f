import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { CountryStock, ReservedAddress } from '../catalog.types';

const FREE_IN_COUNTRY = `FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
  WHERE s.order_id IS NULL AND e.enabled AND e.kind = 'datacenter' AND e.country = $1`;

@Injectable()
export class StockRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Free addresses of the countries that have any and have a price for the period. */
  countPerCountry(durationMinutes: number): Promise<CountryStock[]> {
    return this.uow.manager.query(
      `SELECT c.id AS "countryId", count(*)::int AS quantity
       FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
       JOIN catalog_country c ON c.code = e.country
       WHERE s.order_id IS NULL AND e.enabled AND e.kind = 'datacenter'
         AND EXISTS (SELECT FROM period_price p
                     WHERE p.duration_minutes = $1 AND p.country IN (c.code, 'zz'))
       GROUP BY c.id, c.name ORDER BY c.name`,
      [durationMinutes],
    );
  }

  async countFree(country: string): Promise<number> {
    const [row] = await this.uow.manager.query(`SELECT count(*)::int AS free ${FREE_IN_COUNTRY}`, [
      country,
    ]);
    return row.free;
  }

  /**
   * Takes up to `quantity` free addresses for an order.
   * @param others what to do about addresses another purchase is taking at this moment: pass them
   * over, or wait whether it goes through. Those who wait do so in one order.
   */
  async reserve(
    orderId: number,
    country: string,
    quantity: number,
    others: 'skip' | 'wait',
  ): Promise<ReservedAddress[]> {
    const [rows] = await this.uow.requireTransaction().query(
      `UPDATE stock_unit SET order_id = $2, reserved_at = now()
       WHERE id IN (SELECT s.id ${FREE_IN_COUNTRY} ORDER BY s.id LIMIT $3
                    FOR UPDATE OF s ${others === 'skip' ? 'SKIP LOCKED' : ''})
       RETURNING exit_node_id AS "exitNodeId", address`,
      [country, orderId, quantity],
    );
    return rows;
  }

  /** Takes free addresses that nobody else is taking, all or none. @returns null when there are too few. */
  async reserveWithoutWaiting(
    orderId: number,
    country: string,
    quantity: number,
  ): Promise<ReservedAddress[] | null> {
    // Going back to here lets go of a part: whoever held it while waiting for more could wait in a circle.
    await this.uow.requireTransaction().query('SAVEPOINT take_at_once');
    const held = await this.reserve(orderId, country, quantity, 'skip');
    if (held.length === quantity) return held;
    await this.uow.requireTransaction().query('ROLLBACK TO SAVEPOINT take_at_once');
    return null;
  }

  findReserved(orderId: number): Promise<ReservedAddress[]> {
    return this.uow.manager.query(
      `SELECT exit_node_id AS "exitNodeId", address FROM stock_unit WHERE order_id = $1 ORDER BY id`,
      [orderId],
    );
  }

  async releaseOrder(orderId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .query(`UPDATE stock_unit SET order_id = NULL, reserved_at = NULL WHERE order_id = $1`, [
        orderId,
      ]);
  }

  async release(held: { orderId: number; address: string }[]): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE stock_unit s SET order_id = NULL, reserved_at = NULL
       FROM unnest($1::int[], $2::text[]) AS held (order_id, address)
       WHERE s.order_id = held.order_id AND s.address = held.address`,
      [held.map((unit) => unit.orderId), held.map((unit) => unit.address)],
    );
  }
}
