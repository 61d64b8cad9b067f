import { Injectable } from '@nestjs/common';
import { toOffset, type Page } from '../../common/http/pagination';
import { UnitOfWork } from '../../database/unit-of-work';
import { KeysetAnchors, type AnchorList } from './keyset-anchors';
import type { ListQuery } from './list-query';
import { LARGE_TABLE_ROWS, TableSizes } from './table-sizes';

/** In a large table a search counts at most this many hits. */
export const SEARCH_LIMIT = 300;

/** Rows sampled to estimate the length of a list before its anchors are loaded. */
const SAMPLE_ROWS = 10_000;

const NEWEST_FIRST = 'ORDER BY t.created_at DESC, t.id DESC';

/** A bigint id is text. */
type RowId = number | string;

export interface IdPage {
  /** Ids of the page's rows in their order. */
  readonly ids: RowId[];
  readonly total: number;
}

/**
 * Finds the ids on a page of a list; the rows are loaded afterwards by id, so that only the rows
 * shown are read in full. In a large table a page is located from the nearest keyset anchor, so
 * that the last page costs as much as the first.
 */
@Injectable()
export class ListPaginator {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sizes: TableSizes,
    private readonly anchors: KeysetAnchors,
  ) {}

  async findPage(list: ListQuery, page: Page): Promise<IdPage> {
    if (!(await this.sizes.isAnyLarge([list.table]))) return this.pageByOffset(list, page);
    if (list.hasSearch) return this.pageOfSearch(list, page);
    const isNear = toOffset(page) + page.perPage <= LARGE_TABLE_ROWS;
    const anchors = await this.anchors.find(list, !isNear);
    return anchors ? this.pageByAnchor(list, page, anchors) : this.pageWithoutAnchors(list, page);
  }

  private async pageOfSearch({ table, where, values }: ListQuery, page: Page): Promise<IdPage> {
    const next = values.length + 1;
    const [row] = await this.uow.manager.query<[IdPage]>(
      `WITH hit AS MATERIALIZED (
         SELECT t.id, t.created_at FROM ${table} t WHERE ${where}
         ${NEWEST_FIRST} LIMIT ${SEARCH_LIMIT}
       )
       SELECT (SELECT count(*)::int FROM hit) AS total,
              ARRAY(SELECT t.id FROM hit t ${NEWEST_FIRST} LIMIT $${next} OFFSET $${next + 1}) AS ids`,
      [...values, page.perPage, toOffset(page)],
    );
    return { ids: row.ids, total: row.total };
  }

  /** A list that is long according to a sample is not counted until its anchors are loaded. */
  private async pageWithoutAnchors(list: ListQuery, page: Page): Promise<IdPage> {
    const estimate = await this.estimateTotal(list);
    return estimate > LARGE_TABLE_ROWS
      ? { ids: await this.findIdsByOffset(list, page), total: estimate }
      : this.pageByOffset(list, page);
  }

  private async pageByOffset(list: ListQuery, page: Page): Promise<IdPage> {
    const { table, where, values } = list;
    const [[{ total }], ids] = await this.uow.all(
      () =>
        this.uow.manager.query<[{ total: number }]>(
          `SELECT count(*)::int AS total FROM ${table} t WHERE ${where}`,
          [...values],
        ),
      () => this.findIdsByOffset(list, page),
    );
    return { ids, total };
  }

  private async findIdsByOffset({ table, where, values }: ListQuery, page: Page): Promise<RowId[]> {
    const next = values.length + 1;
    const rows = await this.uow.manager.query<{ id: RowId }[]>(
      `SELECT t.id FROM ${table} t WHERE ${where} ${NEWEST_FIRST} LIMIT $${next} OFFSET $${next + 1}`,
      [...values, page.perPage, toOffset(page)],
    );
    return rows.map(({ id }) => id);
  }

  private async estimateTotal({ table, where, values }: ListQuery): Promise<number> {
    const rows = await this.sizes.estimateRows(table);
    const [row] = await this.uow.manager.query<[{ share: number }]>(
      `SELECT count(*) FILTER (WHERE ${where})::float8 / greatest(count(*), 1) AS share
       FROM ${table} t TABLESAMPLE SYSTEM ($${values.length + 1})`,
      [...values, Math.min(100, (100 * SAMPLE_ROWS) / rows)],
    );
    return Math.round(row.share * rows);
  }

  private async pageByAnchor(list: ListQuery, page: Page, anchors: AnchorList): Promise<IdPage> {
    const { table, where, values } = list;
    const next = values.length + 1;
    const total = anchors.rowCount + (await this.countNewer(list, anchors));
    // Ranks count from the oldest row, so new rows do not shift them.
    const rank = total - toOffset(page);
    if (rank <= 0) return { ids: [], total };
    const start = anchors.findAtOrAfter(rank);
    const rows = await this.uow.manager.query<{ id: RowId }[]>(
      `SELECT t.id FROM ${table} t
       WHERE ${where} AND (t.created_at, t.id) <= ($${next}::timestamptz, $${next + 1}::bigint)
       ${NEWEST_FIRST} LIMIT $${next + 2} OFFSET $${next + 3}`,
      [
        ...values,
        start?.at ?? 'infinity',
        start?.id ?? '2147483647',
        page.perPage,
        start ? start.rank - rank : toOffset(page),
      ],
    );
    return { ids: rows.map(({ id }) => id), total };
  }

  private async countNewer(
    { table, where, values }: ListQuery,
    { newest }: AnchorList,
  ): Promise<number> {
    const next = values.length + 1;
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM ${table} t
       WHERE ${where} AND (t.created_at, t.id) > ($${next}::timestamptz, $${next + 1}::bigint)`,
      [...values, newest?.at ?? '-infinity', newest?.id ?? '0'],
    );
    return row.count;
  }
}
