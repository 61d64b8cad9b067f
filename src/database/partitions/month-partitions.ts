import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../unit-of-work';

/** Tables with monthly partitions, of months in the shop's zone. */
export type PartitionedTable = 'ledger_entry' | 'audit_log' | 'usage_hour' | 'supply_usage';

/** Enough that an installation that is down for a quarter starts with the partitions it needs. */
const MONTHS_AHEAD = 3;

/** Creates monthly partitions ahead of time. Rows without one are kept in the default partition of their table. */
@Injectable()
export class MonthPartitions {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Creates the partitions of the next months, and those of rows in the default partition, which it moves.
   * Blocks writers only when a partition is missing.
   * @param since creates those of the months from this time on as well; now when left out.
   * @returns the number of new partitions.
   */
  async create(table: PartitionedTable, since: Date | null = null): Promise<number> {
    return this.uow.runWithoutDeadline(async () => {
      const manager = this.uow.requireTransaction();
      const [row] = await manager.query<[{ created: number }]>(
        'SELECT create_month_partitions($1, coalesce($2, now()), $3) AS created',
        [table, since, MONTHS_AHEAD],
      );
      // Autovacuum analyses partitions only, and the planner needs the statistics of the whole table.
      if (row.created > 0) await manager.query(`ANALYZE ${table}`);
      return row.created;
    });
  }
}
