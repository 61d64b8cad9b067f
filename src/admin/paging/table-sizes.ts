import { Injectable } from '@nestjs/common';
import { MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { PagingLimits } from './paging-limits';

const MAX_AGE_MS = MINUTE;

/** Row counts of the tables, as estimated by PostgreSQL's planner. */
@Injectable()
export class TableSizes {
  private cached: { rows: Promise<Map<string, number>>; at: number } | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly limits: PagingLimits,
  ) {}

  /** Negative for a table that PostgreSQL has not analysed yet. */
  async estimateRows(table: string): Promise<number> {
    return (await this.getEstimates()).get(table) ?? 0;
  }

  async isAnyLarge(tables: readonly string[]): Promise<boolean> {
    const rows = await this.getEstimates();
    return tables.some((table) => (rows.get(table) ?? 0) >= this.limits.largeTableRows);
  }

  private getEstimates(): Promise<Map<string, number>> {
    if (!this.cached || Date.now() - this.cached.at > MAX_AGE_MS) {
      const entry = { rows: this.load(), at: Date.now() };
      this.cached = entry;
      entry.rows.catch(() => {
        if (this.cached === entry) this.cached = undefined;
      });
    }
    return this.cached.rows;
  }

  private async load(): Promise<Map<string, number>> {
    const rows = await this.uow.manager.query<{ name: string; rows: number }[]>(
      // Autovacuum counts the rows of partitions, not of their table.
      `SELECT coalesce(pg_partition_root(oid), oid)::regclass::text AS name,
              CASE WHEN max(reltuples) < 0 THEN -1 ELSE sum(greatest(reltuples, 0)) END::float8 AS rows
       FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace GROUP BY 1`,
    );
    return new Map(rows.map((row) => [row.name, row.rows]));
  }
}
