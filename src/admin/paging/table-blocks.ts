import { Injectable } from '@nestjs/common';
import { MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { PagingLimits } from './paging-limits';

/** Where a block of rows begins in the order of a list. */
export interface BlockStart {
  readonly at: string;
  readonly id: string;
}

/** The starts of a table's blocks, from the oldest. The rows after the last start are the open block. */
export interface Blocks {
  readonly starts: readonly BlockStart[];
  /** A random row of every block. */
  readonly rows: readonly BlockStart[];
  /** SQL for the number of starts up to a row `m`, whose parameters are numbered from `next` on. */
  blockOf(next: number): { readonly sql: string; readonly values: readonly unknown[] };
}

interface Entry {
  blocks: Blocks;
  loadedAt: number;
  loading: Promise<void> | undefined;
}

const MAX_AGE_MS = MINUTE;

/**
 * Divides large tables into blocks of 500 consecutive rows on average, so that the matches of any
 * filter can be counted per block. Rows are only added at the newest end, so a start stays valid, and
 * only the starts of new blocks are loaded.
 */
@Injectable()
export class TableBlocks {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly limits: PagingLimits,
  ) {}

  async find(table: string): Promise<Blocks> {
    const entry = this.entries.get(table) ?? {
      ...{ blocks: toBlocks([]), loadedAt: 0, loading: undefined },
    };
    this.entries.set(table, entry);
    if (Date.now() - entry.loadedAt > MAX_AGE_MS) {
      entry.loading ??= this.extend(table, entry).finally(() => (entry.loading = undefined));
      await entry.loading;
    }
    return entry.blocks;
  }

  private async extend(table: string, entry: Entry): Promise<void> {
    const known = entry.blocks.rows;
    const last = known[known.length - 1];
    // A transaction in progress may still commit a row with an earlier time. Blocks start at random rows,
    // since estimates read the first rows of each, and rows may repeat a pattern.
    const added = await this.uow.manager.query<BlockStart[]>(
      `SELECT at::text, id::text FROM (
         SELECT t.created_at AS at, t.id, row_number() OVER (ORDER BY t.created_at, t.id) AS rank
         FROM ${table} t WHERE t.created_at < now() - interval '1 minute'
           AND (t.created_at, t.id) >= ($1::timestamptz, $2::bigint)
       ) ranked WHERE rank > 1 AND rank % $3 = (hashint8(rank / $3) & 2147483647) % $3 ORDER BY rank`,
      [last?.at ?? '-infinity', last?.id ?? '0', this.limits.blockRows],
    );
    entry.blocks = toBlocks([...known, ...added]);
    entry.loadedAt = Date.now();
  }
}

/** Where many rows share a time, such as after an import, the id takes part in finding the block of a row. */
function toBlocks(rows: readonly BlockStart[]): Blocks {
  const times = rows.map(({ at }) => at);
  const ids = rows.map(({ id }) => id);
  if (times.some((at, index) => at === times[index - 1]))
    return {
      starts: rows,
      rows,
      blockOf: (next) => ({
        sql: `width_bucket((m.created_at, m.id::bigint), ARRAY(
                SELECT (s.at, s.id) FROM unnest($${next}::timestamptz[], $${next + 1}::bigint[]) AS s (at, id)))`,
        values: [times, ids],
      }),
    };
  return {
    starts: times.map((at) => ({ at, id: '0' })),
    rows,
    blockOf: (next) => ({
      sql: `width_bucket(m.created_at, $${next}::timestamptz[])`,
      values: [times],
    }),
  };
}
