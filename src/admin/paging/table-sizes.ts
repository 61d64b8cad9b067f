import { Injectable } from '@nestjs/common';
import { MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';

/** From this many rows on, counting a table on every call is felt. */
export const LARGE = 50_000;
const MAX_AGE_MS = MINUTE;

/** How big the tables are, as PostgreSQL estimates it. */
@Injectable()
export class TableSizes {
  private known: { rows: Promise<Map<string, number>>; at: number } | undefined;

  constructor(private readonly uow: UnitOfWork) {}

  /** Negative for a table that PostgreSQL has not looked at yet. */
  async rowsOf(table: string): Promise<number> {
    return (await this.estimates()).get(table) ?? 0;
  }

  async anyLarge(tables: readonly string[]): Promise<boolean> {
    const rows = await this.estimates();
    return tables.some((table) => (rows.get(table) ?? 0) >= LARGE);
  }

  private estimates(): Promise<Map<string, number>> {
    if (!this.known || Date.now() - this.known.at > MAX_AGE_MS) {
      const entry = { rows: this.read(), at: Date.now() };
      this.known = entry;
      entry.rows.catch(() => {
        if (this.known === entry) this.known = undefined;
      });
    }
    return this.known.rows;
  }

  private async read(): Promise<Map<string, number>> {
    const rows: { name: string; rows: number }[] = await this.uow.manager.query(
      `SELECT relname AS name, reltuples::float8 AS rows FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    return new Map(rows.map((row) => [row.name, row.rows]));
  }
}
