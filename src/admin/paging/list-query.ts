import { startOfDay } from '../../common/time/calendar';
import { DAY } from '../../common/time/clock';
import { toLikePattern } from '../../database/like-pattern';

/** A column that the table has an index on, with the id after it in the same direction. */
export interface ListOrder {
  readonly column: string;
  readonly isAscending: boolean;
}

export const NEWEST_FIRST: ListOrder = { column: 'created_at', isAscending: false };

/**
 * Table, conditions and order of a list, before pagination; newest first without an order. All conditions use `t` as the table's alias, and share the
 * parameters, which start at $1.
 */
export interface ListQuery {
  readonly table: string;
  readonly filter: string;
  /** Undefined for a list that is not searched. */
  readonly search?: SearchCondition;
  readonly values: readonly unknown[];
  readonly order?: ListOrder;
}

export function toOrderSql({ order = NEWEST_FIRST }: Pick<ListQuery, 'order'>): string {
  const direction = order.isAscending ? 'ASC' : 'DESC';
  return `ORDER BY t.${order.column} ${direction}, t.id ${direction}`;
}

/** A row matches by its own columns or by its user. */
export interface SearchCondition {
  readonly own: string;
  /** Condition on the row's user, with `u` as the alias of `users`. */
  readonly owner?: string;
  /** Whether indexes find the matches, so that no plan needs to read the whole table. */
  readonly isIndexed: boolean;
}

/** The condition on one row. The user is looked up per row, which is fast for few rows. */
export function toWhere({ filter, search }: ListQuery): string {
  if (!search) return filter;
  const owner = search.owner
    ? ` OR (SELECT ${search.owner} FROM users u WHERE u.id = t.user_id)`
    : '';
  return `${filter} AND (${search.own}${owner})`;
}

/** `id`, `created_at` and what they are ordered by, of all matches, each once. Users are matched first, which is fast for many rows. */
export function toMatchesSql({ table, filter, search, order = NEWEST_FIRST }: ListQuery): string {
  const { column } = order;
  const columns = `t.id, t.created_at${column === 'created_at' ? '' : `, t.${column}`}`;
  const own = `SELECT ${columns} FROM ${table} t WHERE ${filter}`;
  if (!search) return own;
  if (!search.owner) return `${own} AND (${search.own})`;
  return `${own} AND (${search.own}) UNION ALL
    SELECT ${columns} FROM users u JOIN ${table} t ON t.user_id = u.id
    WHERE ${filter} AND (${search.owner}) AND (${search.own}) IS NOT TRUE`;
}

/** SQL with `?` wherever its value stands; without a value as it is. One whose value is undefined does not filter. */
export type Condition = readonly [sql: string] | readonly [sql: string, value: unknown];

interface Search {
  readonly term: string | undefined;
  /** Texts of the row that are compared with the term; its id is, too. */
  readonly texts: readonly string[];
  /** Whether the name and the e-mail address of the row's user are compared. */
  readonly owner?: boolean;
  /** Other conditions that match a row. */
  readonly others?: readonly Condition[];
  /** False when no index finds what the term matches. */
  readonly isIndexed?: boolean;
}

/** The list of a table under filters and a search, with `t` as the alias of the table. */
export function buildListQuery(
  table: string,
  filters: readonly Condition[],
  { term, texts, owner, others = [], isIndexed = true }: Search,
): ListQuery {
  const values: unknown[] = [];
  const bind = ([sql, ...value]: Condition): string => {
    if (!value.length) return `(${sql})`;
    values.push(value[0]);
    return `(${sql.replaceAll('?', `$${values.length}`)})`;
  };
  const chosen = filters.filter((filter) => filter.length === 1 || filter[1] !== undefined);
  const filter = chosen.map(bind).join(' AND ') || 'TRUE';
  if (!term) return { table, filter, values };
  const pattern = toLikePattern(term);
  const texted = texts.map((text) => `${text} ILIKE ?`).join(' OR ');
  const matches: Condition[] = [
    ...(texted ? [[texted, pattern] as const] : []),
    ...[['t.id = ?', parseIdTerm(term)] as const, ...others],
  ];
  const own = matches.map(bind).join(' OR ');
  const search = {
    own,
    ...(owner && { owner: bind(['u.name ILIKE ? OR u.email::text ILIKE ?', pattern]) }),
    isIndexed: isIndexed && hasTrigram(term),
  };
  return { table, filter, search, values };
}

/** Rows of these days of the shop's zone, both inclusive; either may be left out. */
export const isBetweenDays = (from: string | undefined, to: string | undefined): Condition[] => [
  ['t.created_at >= ?', from && startOfDay(from)],
  ['t.created_at < ?', to && new Date(startOfDay(to).getTime() + DAY)],
];

const ID = /^#?(\d{1,9})$/;
/** A trigram index finds a term by three letters or digits in a row. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

export const hasTrigram = (term: string): boolean => TRIGRAM.test(term);

/** The id in a term such as `12` or `#12`; null when there is none. */
export const parseIdTerm = (term: string): number | null => {
  const digits = ID.exec(term)?.[1];
  return digits === undefined ? null : Number(digits);
};
