import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { noReplacement, outOfStock, refuse } from '../catalog.errors';
import type { DatacenterPriceItem } from '../catalog.dto';
import {
  SALE_MARGIN_MINUTES,
  type DatacenterCountry,
  type ReservedAddress,
} from '../catalog.types';
import { isFree, isInService, isSold, lastsFor, outlives } from '../on-sale';
import { StockUnit } from './stock-unit.entity';

/** Free units of country $1 that last for a sale of $2 minutes. */
const FREE_IN_COUNTRY = `FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
  WHERE ${isFree('s')} AND ${lastsFor('s', '$2::int')} AND ${isSold('e')} AND e.kind = 'datacenter'
    AND e.country = $1 AND ${isInService('e', 's.address')}`;

interface Reservation {
  /** ISO code. */
  readonly country: string;
  readonly durationMinutes: number;
  readonly quantity: number;
}

/** What to do about rows that a concurrent purchase has locked: skip them, or wait for its commit or rollback. */
type Locked = 'skip' | 'wait';

const toLockClause = (locked: Locked) =>
  `FOR UPDATE OF s${locked === 'skip' ? ' SKIP LOCKED' : ''}`;

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
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Addresses that are free for the whole period, of the countries that have some, by name, whether or not it has a price
   * there.
   */
  countAvailable(durationMinutes: number): Promise<Omit<DatacenterPriceItem, 'price_per_unit'>[]> {
    return this.uow.manager.query(
      `SELECT c.id AS country_id, c.code, c.name, free.quantity
       FROM (SELECT e.country, count(*)::int AS quantity
             FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
             WHERE ${isFree('s')} AND ${lastsFor('s', '$1::int')} AND ${isSold('e')}
               AND e.kind = 'datacenter' AND ${isInService('e', 's.address')}
             GROUP BY e.country) AS free
       JOIN catalog_country c ON c.code = free.country
       ORDER BY c.name`,
      [durationMinutes],
    );
  }

  /**
   * Reserves addresses for an order, all or none; none that its provider takes back before the period is over. Requires an open unit of work.
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
      (await this.takeWithoutWaiting(orderId, reservation)) ??
      (await this.take(orderId, reservation, 'wait'));
    if (reserved.length < quantity) {
      const [{ free }] = await this.uow.manager.query<[{ free: number }]>(
        `SELECT count(*)::int AS free ${FREE_IN_COUNTRY}`,
        [country.code, durationMinutes],
      );
      throw outOfStock(country.name, reserved.length + free);
    }
    return reserved;
  }

  /**
   * Takes a bought unit from its order and reserves another one of the same country for it. Requires an open unit of
   * work, with the proxy locked.
   */
  async replace(
    unit: { id: number; orderId: number; country: string; address: string },
    { until, note, isUsable = false, except = [] }: UnitReplacement,
  ): Promise<ReservedAddress> {
    const { id, orderId, country, address } = unit;
    const { affected } = await this.uow.requireTransaction().update(
      StockUnit,
      { id, orderId },
      {
        ...{ orderId: null, reservedAt: null, note },
        ...(!isUsable && { enabled: false, deadAt: () => 'now()' }),
      },
    );
    if (affected !== 1) throw refuse('UNIT_NOT_SOLD');
    const wanted = { until, except: [address, ...except] };
    const other =
      (await this.takeReplacement(orderId, country, wanted, 'skip')) ??
      (await this.takeReplacement(orderId, country, wanted, 'wait'));
    if (!other) throw noReplacement(country.toUpperCase(), until);
    return other;
  }

  /**
   * Reserves for the order of a unit a free one of the country on another exit that is sold, and takes the first from it.
   * Requires an open unit of work, with the proxy locked. @returns null when none is free.
   */
  async moveOff(
    { id, orderId, country }: { id: number; orderId: number; country: string },
    exitId: number,
    { until, note }: Pick<UnitReplacement, 'until' | 'note'>,
  ): Promise<ReservedAddress | null> {
    const wanted = { until, except: [], exitId };
    const other =
      (await this.takeReplacement(orderId, country, wanted, 'skip')) ??
      (await this.takeReplacement(orderId, country, wanted, 'wait'));
    if (other)
      await this.uow
        .requireTransaction()
        .update(StockUnit, { id, orderId }, { orderId: null, reservedAt: null, note });
    return other;
  }

  /** What `moveOff` chooses from, in its order, and how long a proxy on it may last; null: any time. */
  findOthers(
    country: string,
    exitId: number,
  ): Promise<{ address: string; lastsUntil: Date | null }[]> {
    return this.uow.manager.query(
      `SELECT s.address, s.upstream_expires_at - interval '${SALE_MARGIN_MINUTES} minutes' AS "lastsUntil"
       FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
       WHERE ${isFree('s')} AND ${isSold('e')} AND e.country = $1 AND e.kind = 'datacenter' AND e.id <> $2
         AND ${isInService('e', 's.address')} ORDER BY s.upstream_expires_at, s.id`,
      [country, exitId],
    );
  }

  /** Releases single addresses, each only while it is reserved for that order. */
  async release(reserved: { orderId: number; address: string }[]): Promise<void> {
    if (!reserved.length) return;
    await this.uow.requireTransaction().query(
      `UPDATE stock_unit s SET order_id = NULL, reserved_at = NULL
       FROM unnest($1::int[], $2::text[]) AS reserved (order_id, address)
       WHERE s.order_id = reserved.order_id AND s.address = reserved.address`,
      [reserved.map((unit) => unit.orderId), reserved.map((unit) => unit.address)],
    );
  }

  /**
   * Reserves up to `quantity` addresses that are free for the whole period, those that end first before others. Waiting
   * transactions lock in one order, which avoids deadlocks.
   */
  private async take(
    orderId: number,
    { country, durationMinutes, quantity }: Reservation,
    locked: Locked,
  ): Promise<ReservedAddress[]> {
    const [rows] = await this.uow.requireTransaction().query<[ReservedAddress[], number]>(
      `UPDATE stock_unit SET order_id = $3, reserved_at = now()
       WHERE id IN (SELECT s.id ${FREE_IN_COUNTRY} ORDER BY s.upstream_expires_at, s.id LIMIT $4
                    ${toLockClause(locked)})
       RETURNING exit_node_id AS "exitNodeId", address`,
      [country, durationMinutes, orderId, quantity],
    );
    return rows;
  }

  /** Reserves unlocked free addresses, all or none. @returns null when there are too few. */
  private async takeWithoutWaiting(
    orderId: number,
    reservation: Reservation,
  ): Promise<ReservedAddress[] | null> {
    // The rollback unlocks a partial reservation: keeping it while waiting for more could deadlock.
    await this.uow.requireTransaction().query('SAVEPOINT reserve_without_waiting');
    const reserved = await this.take(orderId, reservation, 'skip');
    if (reserved.length === reservation.quantity) return reserved;
    await this.uow.requireTransaction().query('ROLLBACK TO SAVEPOINT reserve_without_waiting');
    return null;
  }

  /**
   * Reserves for the order one unit of the country that lasts until `until`, and is none of the addresses `except`: a bought
   * one or, with `exitId`, any of another exit. @returns null without one.
   */
  private async takeReplacement(
    orderId: number,
    country: string,
    wanted: { until: Date; except: readonly string[]; exitId?: number },
    locked: Locked,
  ): Promise<ReservedAddress | null> {
    const [[row]] = await this.uow.requireTransaction().query<[ReservedAddress[], number]>(
      `UPDATE stock_unit SET order_id = $1, reserved_at = now()
       WHERE id IN (SELECT s.id FROM stock_unit s JOIN exit_node e ON e.id = s.exit_node_id
                    WHERE ${isFree('s')} AND ${outlives('s', '$3::timestamptz')}
                      AND CASE WHEN $5::int IS NULL THEN s.upstream_url_encrypted IS NOT NULL ELSE e.id <> $5 END
                      AND ${isSold('e')} AND e.kind = 'datacenter' AND e.country = $2
                      AND s.address <> ALL($4::text[]) AND ${isInService('e', 's.address')}
                    ORDER BY s.upstream_expires_at, s.id LIMIT 1 ${toLockClause(locked)})
       RETURNING exit_node_id AS "exitNodeId", address`,
      [orderId, country, wanted.until, wanted.except, wanted.exitId ?? null],
    );
    return row ?? null;
  }
}
