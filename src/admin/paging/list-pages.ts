import { Injectable } from '@nestjs/common';
import { offsetOf, type Page } from '../../common/http/pagination';
import { UnitOfWork } from '../../database/unit-of-work';
import { ListLandmarks, type Landmarks } from './list-landmarks';
import type { ListSource } from './list-source';
import { LARGE, TableSizes } from './table-sizes';

/** In a large table, a search that finds more than this is told as if it had found this many. */
export const SEARCH_LIMIT = 300;

/** Rows that tell how long a list is before its landmarks are known. */
const SAMPLE = 10_000;

const NEWEST_FIRST = 'ORDER BY t.created_at DESC, t.id DESC';

export interface FoundPage {
  /** Ids of the page's rows in their order; bigints as text. */
  readonly ids: (number | string)[];
  readonly total: number;
}

/**
 * Finds the ids on a page of a list; the rows themselves are read after that, so that no more of
 * them are touched than are shown. In large tables a page is found from the nearest landmark, so
 * that the last one costs what the first one does.
 */
@Injectable()
export class ListPages {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sizes: TableSizes,
    private readonly landmarks: ListLandmarks,
  ) {}

  async find(source: ListSource, page: Page): Promise<FoundPage> {
    if (!(await this.sizes.anyLarge([source.table]))) return this.plain(source, page);
    if (source.searched) return this.search(source, page);
    const near = offsetOf(page) + page.perPage <= LARGE;
    const landmarks = await this.landmarks.of(source, !near);
    return landmarks ? this.fromLandmark(source, page, landmarks) : this.unmarked(source, page);
  }

  private async search({ table, where, values }: ListSource, page: Page): Promise<FoundPage> {
    const next = values.length + 1;
    const [row] = await this.uow.manager.query(
      `WITH hit AS MATERIALIZED (
         SELECT t.id, t.created_at FROM ${table} t WHERE ${where}
         ${NEWEST_FIRST} LIMIT ${SEARCH_LIMIT}
       )
       SELECT (SELECT count(*)::int FROM hit) AS total,
              ARRAY(SELECT t.id FROM hit t ${NEWEST_FIRST} LIMIT $${next} OFFSET $${next + 1}) AS ids`,
      [...values, page.perPage, offsetOf(page)],
    );
    return { ids: row.ids, total: row.total };
  }

  /** Where no landmarks are known yet. A list that a sample shows to be long is not counted. */
  private async unmarked(source: ListSource, page: Page): Promise<FoundPage> {
    const estimate = await this.estimate(source);
    return estimate > LARGE
      ? { ids: await this.newest(source, page), total: estimate }
      : this.plain(source, page);
  }

  private async plain(source: ListSource, page: Page): Promise<FoundPage> {
    const { table, where, values } = source;
    const [[{ total }], ids] = await this.uow.all(
      () =>
        this.uow.manager.query(`SELECT count(*)::int AS total FROM ${table} t WHERE ${where}`, [
          ...values,
        ]),
      () => this.newest(source, page),
    );
    return { ids, total };
  }

  private async newest(
    { table, where, values }: ListSource,
    page: Page,
  ): Promise<(number | string)[]> {
    const next = values.length + 1;
    const rows = await this.uow.manager.query(
      `SELECT t.id FROM ${table} t WHERE ${where} ${NEWEST_FIRST} LIMIT $${next} OFFSET $${next + 1}`,
      [...values, page.perPage, offsetOf(page)],
    );
    return rows.map((row: { id: number | string }) => row.id);
  }

  private async estimate({ table, where, values }: ListSource): Promise<number> {
    const rows = await this.sizes.rowsOf(table);
    const [row] = await this.uow.manager.query(
      `SELECT count(*) FILTER (WHERE ${where})::float8 / greatest(count(*), 1) AS share
       FROM ${table} t TABLESAMPLE SYSTEM ($${values.length + 1})`,
      [...values, Math.min(100, (100 * SAMPLE) / rows)],
    );
    return Math.round(row.share * rows);
  }

  private async fromLandmark(
    source: ListSource,
    page: Page,
    landmarks: Landmarks,
  ): Promise<FoundPage> {
    const { table, where, values } = source;
    const next = values.length + 1;
    const total = landmarks.counted + (await this.countNewer(source, landmarks));
    // Counted from the oldest row, which newer ones do not move.
    const rank = total - offsetOf(page);
    if (rank <= 0) return { ids: [], total };
    const start = landmarks.atOrAfter(rank);
    const rows = await this.uow.manager.query(
      `SELECT t.id FROM ${table} t
       WHERE ${where} AND (t.created_at, t.id) <= ($${next}::timestamptz, $${next + 1}::bigint)
       ${NEWEST_FIRST} LIMIT $${next + 2} OFFSET $${next + 3}`,
      [
        ...values,
        start?.at ?? 'infinity',
        start?.id ?? '2147483647',
        page.perPage,
        start ? start.rank - rank : offsetOf(page),
      ],
    );
    return { ids: rows.map((row: { id: number | string }) => row.id), total };
  }

  private async countNewer(
    { table, where, values }: ListSource,
    { last }: Landmarks,
  ): Promise<number> {
    const next = values.length + 1;
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS count FROM ${table} t
       WHERE ${where} AND (t.created_at, t.id) > ($${next}::timestamptz, $${next + 1}::bigint)`,
      [...values, last?.at ?? '-infinity', last?.id ?? '0'],
    );
    return row.count;
  }
}
