import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { CounterReading, TrafficCount, TrafficCounter } from './providers.types';

/** Days are compared until the third one after them. */
const KEPT = `interval '8 days'`;

/** What accounts told of their traffic, each quarter of an hour. */
@Injectable()
export class ProviderReadingRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Old readings of the account go. */
  async record(providerId: number, { counter, amount }: TrafficCount): Promise<void> {
    const { manager } = this.uow;
    await manager.query(
      `INSERT INTO supply_provider_reading (provider_id, counter, amount) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [providerId, counter, Math.round(amount * scaleOf(counter))],
    );
    await manager.query(
      `DELETE FROM supply_provider_reading WHERE provider_id = $1 AND read_at < now() - ${KEPT}`,
      [providerId],
    );
  }

  /** The earliest first. */
  find(providerId: number): Promise<CounterReading[]> {
    return this.uow.manager
      .query<CounterReading[]>(
        `SELECT read_at AS "at", counter, amount::float AS amount FROM supply_provider_reading
         WHERE provider_id = $1 ORDER BY read_at`,
        [providerId],
      )
      .then((rows) => rows.map((row) => ({ ...row, amount: row.amount / scaleOf(row.counter) })));
  }
}

/** Gigabytes are stored in millionths. */
const scaleOf = (counter: TrafficCounter): number => (counter === 'used_bytes' ? 1 : 1_000_000);
