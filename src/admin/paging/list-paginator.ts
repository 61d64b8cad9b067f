import { Injectable } from '@nestjs/common';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import { toMatchesSql, toOrderSql, toWhere, type ListQuery } from './list-query';
import { PagingLimits, QueryCache } from './query-cache';

/** Of a sampled page of the table, one row in so many is tested: rows that were written together are alike. */
const SAMPLE_THINNING = 4;

/** How many times the rows that should do are read before another way is taken. */
const WALK_MARGIN = 4;

/** A bigint id is text. */
export type RowId = number | string;

export interface IdPage {
  /** Ids of the page's rows in their order. */
  readonly ids: RowId[];
  /** Rows of the whole list. */
  readonly total: number;
  readonly isEstimate: boolean;
  /** The ids of all rows of the list, when they were read. */
  readonly all?: RowId[];
}

export const toPaged = <T>({ total, isEstimate }: IdPage, rows: T[], page: Page): Paged<T> => ({
  ...{ rows, total, page, isEstimate },
});

/** An estimate has no more than two digits that mean anything. */
export const toTwoDigits = (value: number): number => Number(value.toPrecision(2));

/**
 * Finds the ids on a page of a list; the rows are loaded afterwards by id, so that only the rows shown are read in full.
 * A large table is not counted on every request. PostgreSQL plans a filter well, but cannot know what a pattern matches:
 * a sample tells whether many rows match, which are read in the order of the list, or few, which are read as a whole.
 */
@Injectable()
export class ListPaginator {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cache: QueryCache,
    private readonly limits: PagingLimits,
  ) {}

  /** @param mustCount whether to wait for the exact total of a long list. */
  async findPage(list: ListQuery, page: Page, mustCount = false): Promise<IdPage> {
    const size = await this.cache.estimateRows(list.table);
    if (size < this.limits.largeTableRows) return this.countAndRead(list, page);
    const offset = toOffset(page);
    const estimate = await this.estimate(list, size);
    /** Rows to read in the order of the list until the page is full. */
    const walk = ((offset + page.perPage) / estimate) * size;
    const isFrequent = walk <= estimate;
    const isFew = estimate <= this.limits.keptIds;
    let found: RowId[] = [];
    if (list.search) {
      if (isFrequent && walk <= this.limits.walkRows)
        found = await this.readFirst(list, page, Math.ceil(WALK_MARGIN * walk));
      const all = isFew && found.length <= page.perPage ? await this.readAll(list) : undefined;
      if (all && all.length <= this.limits.keptIds) {
        const ids = all.slice(offset, offset + page.perPage);
        return { ids, total: all.length, isEstimate: false, all };
      }
    }
    if (found.length <= page.perPage)
      found = await this.readOffset(list, page, page.perPage + 1, isFrequent);
    const seen = offset + found.length;
    const ids = found.slice(0, page.perPage);
    if (found.length > 0 && found.length <= page.perPage)
      return { ids, total: seen, isEstimate: false };
    const isCounted = mustCount || !found.length || (isFew && !list.search);
    // A filter is counted in the background, a search only on request: each prefix that someone types is another one.
    const total = isCounted || !list.search ? await this.count(list, isCounted) : undefined;
    return total === undefined
      ? { ids, total: Math.max(toTwoDigits(estimate), seen), isEstimate: true }
      : { ids, total: Math.max(total, ids.length && seen), isEstimate: false };
  }

  /** `columns` over a sample of the table's rows, some of the rows of pages that are the same at every call. */
  async sample<Row>(list: ListQuery, columns: string, rest = ''): Promise<Row[]> {
    const size = Math.max(1, await this.cache.estimateRows(list.table));
    const percent = Math.min(100, (100 * SAMPLE_THINNING * this.limits.sampleRows) / size);
    return this.uow.manager.query<Row[]>(
      `SELECT ${columns} FROM (
         SELECT * FROM ${list.table} s TABLESAMPLE SYSTEM (${percent}) REPEATABLE (0)
         WHERE hashint8(s.id) % ${SAMPLE_THINNING} = 0) t ${rest}`,
      [...list.values],
    );
  }

  private async countAndRead(list: ListQuery, page: Page): Promise<IdPage> {
    const [[{ total }], ids] = await this.uow.all(
      () =>
        this.uow.manager.query<[{ total: number }]>(
          `SELECT count(*)::int AS total FROM (${toMatchesSql(list)}) t`,
          [...list.values],
        ),
      () => this.readOffset(list, page, page.perPage),
    );
    return { ids, total, isEstimate: false };
  }

  /** How many rows match: the planner knows the values of filters, but not what a pattern matches. */
  private estimate(list: ListQuery, size: number): Promise<number> {
    return this.cache.getOrCompute(toKey('estimate', list), [list.table], async () => {
      const where = toWhere(list);
      if (!list.search) {
        const [row] = await this.uow.manager.query<
          [{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }]
        >(`EXPLAIN (FORMAT JSON) SELECT FROM ${list.table} t WHERE ${where}`, [...list.values]);
        return row['QUERY PLAN'][0].Plan['Plan Rows'];
      }
      const [row] = await this.sample<{ hits: number; seen: number }>(
        list,
        `count(*) FILTER (WHERE ${where})::int AS hits, count(*)::int AS seen`,
      );
      return (row!.hits / Math.max(1, row!.seen)) * size;
    });
  }

  /**
   * Up to one row more than the page has, among the first rows of the table in the order of the list. PostgreSQL would read all matches of a
   * pattern that it takes for rare.
   */
  private async readFirst(list: ListQuery, page: Page, rows: number): Promise<RowId[]> {
    const order = toOrderSql(list);
    const next = list.values.length + 1;
    return toIds(
      await this.uow.manager.query<{ id: RowId }[]>(
        `SELECT t.id FROM (SELECT * FROM ${list.table} t ${order} LIMIT $${next}) t
         WHERE ${toWhere(list)} ${order} LIMIT $${next + 1} OFFSET $${next + 2}`,
        [...list.values, rows, page.perPage + 1, toOffset(page)],
      ),
    );
  }

  /** One more than are kept, when there are more. A plan with indexes is imposed where there are any. */
  private readAll(list: ListQuery): Promise<RowId[]> {
    const page = { page: 1, perPage: this.limits.keptIds + 1 };
    const read = () => this.readOffset(list, page, page.perPage);
    if (!list.search?.isIndexed || this.uow.isOpen) return read();
    return this.uow.run(async () => {
      // Starting parallel workers takes longer than reading few rows.
      await this.uow.manager.query(
        `SELECT set_config('enable_seqscan', 'off', true),
                set_config('max_parallel_workers_per_gather', '0', true)`,
      );
      return read();
    });
  }

  /** @param isFrequent whether to look up the user of each row rather than the rows of all users who match. */
  private async readOffset(
    list: ListQuery,
    page: Page,
    limit: number,
    isFrequent = false,
  ): Promise<RowId[]> {
    const from = isFrequent
      ? `${list.table} t WHERE ${toWhere(list)}`
      : `(${toMatchesSql(list)}) t`;
    const next = list.values.length + 1;
    return toIds(
      await this.uow.manager.query<{ id: RowId }[]>(
        `SELECT t.id FROM ${from} ${toOrderSql(list)} LIMIT $${next} OFFSET $${next + 1}`,
        [...list.values, limit, toOffset(page)],
      ),
    );
  }

  /**
   * Cached but for the rows of the last minutes, so that a new row is never missed. Rows that begin or cease to match a
   * filter change the total when it is counted again.
   * @returns undefined when it is not known yet and nobody waits for it.
   */
  private async count(list: ListQuery, isAwaited: boolean): Promise<number | undefined> {
    const query = [toKey('count', list), [list.table], () => this.countOlder(list)] as const;
    const older = isAwaited
      ? await this.cache.getOrCompute(...query)
      : await this.cache.getOrStart(...query);
    if (!older) return undefined;
    const { total, until } = older;
    const [newer] = await this.uow.manager.query<[{ total: number }]>(
      `SELECT count(*)::int AS total FROM ${list.table} t
       WHERE ${toWhere(list)} AND t.created_at >= $${list.values.length + 1}::timestamptz`,
      [...list.values, until],
    );
    return total + newer.total;
  }

  private async countOlder(list: ListQuery): Promise<{ total: number; until: string }> {
    const [row] = await this.uow.manager.query<[{ total: number; until: string }]>(
      // A transaction in progress may still commit a row with an earlier time.
      `SELECT (SELECT count(*)::int FROM (${toMatchesSql(list)}) m
               WHERE m.created_at < now() - interval '1 minute') AS total,
              (now() - interval '1 minute')::text AS until`,
      [...list.values],
    );
    return row;
  }
}

const toKey = (what: string, list: ListQuery): string =>
  JSON.stringify([what, list.table, toWhere(list), list.values]);

const toIds = (rows: readonly { id: RowId }[]): RowId[] => rows.map(({ id }) => id);
