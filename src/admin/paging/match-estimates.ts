import { Injectable } from '@nestjs/common';
import { MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { toWhere, type ListQuery } from './list-query';
import { PagingLimits } from './paging-limits';
import { TableBlocks } from './table-blocks';
import { TableSizes } from './table-sizes';

export interface MatchEstimate {
  /** Share of the table's rows that match. */
  readonly share: number;
  /** Matches in the table. */
  readonly total: number;
  /** Whether the sample held enough matches for an estimate. */
  readonly isFrequent: boolean;
}

const MAX_AGE_MS = MINUTE;
const MAX_LISTS = 500;

/** Estimates from a sample of the table how many rows a list has. */
@Injectable()
export class MatchEstimates {
  /** In order of use, so that the first entry is the one to evict. */
  private readonly entries = new Map<string, { value: Promise<MatchEstimate>; at: number }>();

  constructor(
    private readonly uow: UnitOfWork,
    private readonly sizes: TableSizes,
    private readonly blocks: TableBlocks,
    private readonly limits: PagingLimits,
  ) {}

  find(list: ListQuery): Promise<MatchEstimate> {
    const key = toListKey(list);
    let entry = this.entries.get(key);
    this.entries.delete(key);
    if (!entry || Date.now() - entry.at > MAX_AGE_MS) {
      const added = { value: this.load(list), at: Date.now() };
      added.value.catch(() => {
        if (this.entries.get(key) === added) this.entries.delete(key);
      });
      entry = added;
    }
    this.entries.set(key, entry);
    if (this.entries.size > MAX_LISTS) this.entries.delete(this.entries.keys().next().value!);
    return entry.value;
  }

  /**
   * A few rows of every block, so that the sample is spread over time, and an estimate changes only
   * with the rows. TABLESAMPLE would read a few pages, whose rows were written together and are alike.
   */
  async sample<Row>(list: ListQuery, columns: string, rest = ''): Promise<Row[]> {
    const { rows } = await this.blocks.find(list.table);
    const perBlock = Math.ceil(this.limits.sampleRows / Math.max(1, rows.length));
    const next = list.values.length + 1;
    return this.uow.manager.query<Row[]>(
      `SELECT ${columns} FROM unnest($${next}::timestamptz[], $${next + 1}::bigint[]) AS s (at, id)
       CROSS JOIN LATERAL (
         SELECT * FROM ${list.table} t WHERE (t.created_at, t.id) >= (s.at, s.id)
         ORDER BY t.created_at, t.id LIMIT $${next + 2}) t ${rest}`,
      [...list.values, rows.map(({ at }) => at), rows.map(({ id }) => id), perBlock],
    );
  }

  private async load(list: ListQuery): Promise<MatchEstimate> {
    const [row] = await this.sample<{ hits: number; seen: number }>(
      list,
      `count(*) FILTER (WHERE ${toWhere(list)})::int AS hits, count(*)::int AS seen`,
    );
    const share = row!.hits / Math.max(1, row!.seen);
    return {
      share,
      total: toTwoDigits(share * (await this.sizes.estimateRows(list.table))),
      isFrequent: row!.hits >= this.limits.sampleHits,
    };
  }
}

/** Identifies a list with its filters and search. */
export const toListKey = (list: ListQuery): string =>
  JSON.stringify([list.table, toWhere(list), list.values]);

/** An estimate has no more than two digits that mean anything. */
export const toTwoDigits = (value: number): number => Number(value.toPrecision(2));
