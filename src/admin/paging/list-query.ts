/**
 * Table and filter of a list, before pagination. The order is `created_at` descending, then `id`,
 * on which the table has an index.
 */
export interface ListQuery {
  readonly table: string;
  /** Condition with `t` as the table's alias; its parameters start at $1. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** A text search is expected to match few rows, which an index finds. */
  readonly hasSearch: boolean;
}

/** Builds a WHERE clause with numbered parameters. */
export class WhereBuilder {
  private readonly parts: string[] = [];
  readonly values: unknown[] = [];

  /** @param condition with `?` for every value; a single value may stand in several places. */
  add(condition: string, ...values: unknown[]): this {
    let next = 0;
    const first = this.values.length;
    this.values.push(...values);
    this.parts.push(
      condition.replace(/\?/g, () => {
        next += 1;
        return `$${first + (values.length === 1 ? 1 : next)}`;
      }),
    );
    return this;
  }

  get where(): string {
    return this.parts.length ? this.parts.map((part) => `(${part})`).join(' AND ') : 'TRUE';
  }
}
