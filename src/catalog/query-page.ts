import { toOffset, type Page, type Paged } from '../common/http/pagination.dto';
import type { UnitOfWork } from '../database/unit-of-work';

interface PagedQuery {
  /** Columns under the names of the response. */
  readonly select: string;
  /** Tables and conditions. */
  readonly from: string;
  readonly orderBy: string;
}

/** A page of the rows that match, and how many match. @param values those that `from` has placeholders of. */
export async function queryPage<T>(
  uow: UnitOfWork,
  { select, from, orderBy }: PagedQuery,
  values: readonly unknown[],
  page: Page,
): Promise<Paged<T>> {
  const next = values.length + 1;
  const [rows, [{ total }]] = await uow.all<[T[], [{ total: number }]]>(
    () =>
      uow.manager.query(
        `SELECT ${select} FROM ${from} ORDER BY ${orderBy} LIMIT $${next} OFFSET $${next + 1}`,
        [...values, page.perPage, toOffset(page)],
      ),
    () => uow.manager.query(`SELECT count(*)::int AS total FROM ${from}`, [...values]),
  );
  return { rows, total, page };
}
