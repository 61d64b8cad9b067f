import { Injectable } from '@nestjs/common';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import { toMatchesSql, toWhere, type ListQuery } from './list-query';
import { MatchEstimates } from './match-estimates';
import type { MatchIndex, Range } from './match-index';
import { MatchIndexes, type RowId } from './match-indexes';
import { PagingLimits } from './paging-limits';
import { TableSizes } from './table-sizes';

const NEWEST_FIRST = 'ORDER BY t.created_at DESC, t.id DESC';

export interface IdPage {
  /** Ids of the page's rows in their order. */
  readonly ids: RowId[];
  /** Rows of the whole list. */
  readonly total: number;
  readonly isEstimate: boolean;
  /** The ids of all rows of the list, when they were read. */
  readonly all?: RowId[];
}

/** The rows of a page with its total. */
export const toPaged = <T>({ total, isEstimate }: IdPage, rows: T[], page: Page): Paged<T> => ({
  ...{ rows, total, page, isEstimate },
});

const exact = (ids: RowId[], total: number): IdPage => ({ ids, total, isEstimate: false });

/**
 * Finds the ids on a page of a list; the rows are loaded afterwards by id, so that only the rows
 * shown are read in full. In a large table the method depends on the number of matches, which a sample
 * estimates: few are read as a whole. Of many, the newest are found from the newest row on, and any other
 * page through the match index, which knows how many matches are where.
 */
@Injectable()
export class ListPaginator {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sizes: TableSizes,
    private readonly estimates: MatchEstimates,
    private readonly indexes: MatchIndexes,
    private readonly limits: PagingLimits,
  ) {}

  /** @param mustCount whether to wait for the exact total of a long list. */
  async findPage(list: ListQuery, page: Page, mustCount = false): Promise<IdPage> {
    if (!(await this.sizes.isAnyLarge([list.table]))) return this.pageByOffset(list, page);
    // A long list with a filter is counted in the background, one with any search only on request.
    const index = await this.indexes.find(list, !list.search);
    if (index) return this.pageByIndex(list, page, index);
    const estimate = await this.estimates.find(list);
    const found = estimate.isFrequent
      ? !mustCount && (await this.pageByWalk(list, page, estimate))
      : await this.pageOfFew(list, page);
    return found || this.pageByIndex(list, page, await this.indexes.load(list));
  }

  private async pageByOffset(list: ListQuery, page: Page): Promise<IdPage> {
    const matches = toMatchesSql(list);
    const next = list.values.length + 1;
    const [[{ total }], rows] = await this.uow.all(
      () =>
        this.uow.manager.query<[{ total: number }]>(
          `SELECT count(*)::int AS total FROM (${matches}) t`,
          [...list.values],
        ),
      () =>
        this.uow.manager.query<{ id: RowId }[]>(
          `SELECT t.id FROM (${matches}) t ${NEWEST_FIRST} LIMIT $${next} OFFSET $${next + 1}`,
          [...list.values, page.perPage, toOffset(page)],
        ),
    );
    return exact(toIds(rows), total);
  }

  /** Reads from the newest row on. @returns undefined when the page is too far for that. */
  private async pageByWalk(
    list: ListQuery,
    page: Page,
    { share, total }: { share: number; total: number },
  ): Promise<IdPage | undefined> {
    const offset = toOffset(page);
    const end = offset + page.perPage;
    if (end / share > this.limits.walkRows) return undefined;
    const next = list.values.length + 1;
    const ids = toIds(
      await this.uow.manager.query<{ id: RowId }[]>(
        `SELECT t.id FROM (SELECT * FROM ${list.table} t ${NEWEST_FIRST} LIMIT $${next}) t
         WHERE ${toWhere(list)} ${NEWEST_FIRST} LIMIT $${next + 1} OFFSET $${next + 2}`,
        [...list.values, this.limits.walkRows, page.perPage + 1, offset],
      ),
    );
    if (ids.length <= page.perPage) return undefined;
    return {
      ids: ids.slice(0, page.perPage),
      total: Math.max(total, offset + ids.length),
      isEstimate: true,
    };
  }

  /** Reads all matches. @returns undefined when they are too many. */
  private async pageOfFew(list: ListQuery, page: Page): Promise<IdPage | undefined> {
    const start = Date.now();
    const all = await this.findAll(list);
    if (Date.now() - start > this.limits.quickMs) await this.indexes.find(list, true);
    if (all.length > this.limits.keptIds) return undefined;
    const ids = all.slice(toOffset(page), toOffset(page) + page.perPage);
    return { ...exact(ids, all.length), all };
  }

  /** The planner cannot tell how few rows match a pattern, so a plan with indexes is imposed where there are any. */
  private findAll(list: ListQuery): Promise<RowId[]> {
    const read = async () =>
      toIds(
        await this.uow.manager.query<{ id: RowId }[]>(
          `SELECT t.id FROM (${toMatchesSql(list)}) t ${NEWEST_FIRST} LIMIT $${list.values.length + 1}`,
          [...list.values, this.limits.keptIds + 1],
        ),
      );
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

  private async pageByIndex(
    list: ListQuery,
    page: Page,
    index: MatchIndex<RowId>,
  ): Promise<IdPage> {
    const offset = toOffset(page);
    const open = await this.countRange(list, index.openBlock);
    const total = open + index.total;
    const newest =
      offset < open ? await this.findInRanges(list, [index.openBlock], offset, page.perPage) : [];
    const rest = page.perPage - newest.length;
    const located = index.locate(Math.max(0, offset - open), rest);
    const older =
      'ids' in located
        ? await this.findAmong(list, located.ids)
        : await this.findInRanges(list, located.ranges, located.skip, rest);
    return exact([...newest, ...older], total);
  }

  private async countRange(list: ListQuery, { from }: Range): Promise<number> {
    const next = list.values.length + 1;
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM ${list.table} t
       WHERE ${toWhere(list)} AND (t.created_at, t.id) >= ($${next}::timestamptz, $${next + 1}::bigint)`,
      [...list.values, from.at, from.id],
    );
    return row.count;
  }

  private async findInRanges(
    list: ListQuery,
    ranges: readonly Range[],
    skip: number,
    limit: number,
  ): Promise<RowId[]> {
    if (!ranges.length || limit <= 0) return [];
    const [a, b, c, d, e, f] = [1, 2, 3, 4, 5, 6].map((n) => `$${list.values.length + n}`);
    const rows = await this.uow.manager.query<{ id: RowId }[]>(
      `SELECT t.id FROM unnest(${a}::timestamptz[], ${b}::bigint[], ${c}::timestamptz[], ${d}::bigint[])
         WITH ORDINALITY AS r (from_at, from_id, to_at, to_id, number)
       CROSS JOIN LATERAL (
         SELECT t.id, t.created_at FROM ${list.table} t
         WHERE ${toWhere(list)} AND (t.created_at, t.id) >= (r.from_at, r.from_id)
           AND (t.created_at, t.id) < (r.to_at, r.to_id)
         ${NEWEST_FIRST} LIMIT ${e}::int + ${f}::int) t
       ORDER BY r.number, t.created_at DESC, t.id DESC LIMIT ${e} OFFSET ${f}`,
      [
        ...list.values,
        ranges.map(({ from }) => from.at),
        ranges.map(({ from }) => from.id),
        ranges.map(({ to }) => to?.at ?? 'infinity'),
        ranges.map(({ to }) => to?.id ?? '0'),
        limit,
        skip,
      ],
    );
    return toIds(rows);
  }

  /** Those of the rows that still match. */
  private async findAmong(list: ListQuery, ids: readonly RowId[]): Promise<RowId[]> {
    if (!ids.length) return [];
    return toIds(
      await this.uow.manager.query<{ id: RowId }[]>(
        `SELECT t.id FROM ${list.table} t
         WHERE t.id = ANY($${list.values.length + 1}::bigint[]) AND ${toWhere(list)} ${NEWEST_FIRST}`,
        [...list.values, ids],
      ),
    );
  }
}

const toIds = (rows: readonly { id: RowId }[]): RowId[] => rows.map(({ id }) => id);
