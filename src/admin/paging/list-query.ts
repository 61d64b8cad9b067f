/**
 * Table and conditions of a list, before pagination. The order is `created_at` descending, then `id`,
 * on which the table has an index. All conditions use `t` as the table's alias, and share the
 * parameters, which start at $1.
 */
export interface ListQuery {
  readonly table: string;
  readonly filter: string;
  /** Undefined for a list that is not searched. */
  readonly search?: SearchCondition;
  readonly values: readonly unknown[];
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

/** `id` and `created_at` of all matches, each once. Users are matched first, which is fast for many rows. */
export function toMatchesSql({ table, filter, search }: ListQuery): string {
  const own = `SELECT t.id, t.created_at FROM ${table} t WHERE ${filter}`;
  if (!search) return own;
  if (!search.owner) return `${own} AND (${search.own})`;
  return `${own} AND (${search.own}) UNION ALL
    SELECT t.id, t.created_at FROM users u JOIN ${table} t ON t.user_id = u.id
    WHERE ${filter} AND (${search.owner}) AND (${search.own}) IS NOT TRUE`;
}

/** Builds conditions with numbered parameters. */
export class WhereBuilder {
  private readonly parts: string[] = [];
  readonly values: unknown[] = [];

  /** @param condition with `?` for every value; a single value may stand in several places. */
  add(condition: string, ...values: unknown[]): this {
    this.parts.push(this.bind(condition, ...values));
    return this;
  }

  /** Numbers the parameters of a condition that is used apart from `where`. */
  bind(condition: string, ...values: unknown[]): string {
    let next = 0;
    const first = this.values.length;
    this.values.push(...values);
    return condition.replace(/\?/g, () => {
      next += 1;
      return `$${first + (values.length === 1 ? 1 : next)}`;
    });
  }

  get where(): string {
    return this.parts.length ? this.parts.map((part) => `(${part})`).join(' AND ') : 'TRUE';
  }
}

const ID = /^#?(\d{1,9})$/;
/** A trigram index finds a term by three letters or digits in a row. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

export const hasTrigram = (term: string): boolean => TRIGRAM.test(term);

/** The id in a term such as `12` or `#12`; null when there is none. */
export const parseIdTerm = (term: string): number | null => {
  const digits = ID.exec(term)?.[1];
  return digits === undefined ? null : Number(digits);
};

/** Condition on a user `u` whose name or e-mail address matches the pattern. */
export const OWNER_LIKE = 'u.name ILIKE ? OR u.email::text ILIKE ?';
