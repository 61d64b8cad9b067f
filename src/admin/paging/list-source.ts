/**
 * The rows of a list before they are cut into pages. Newest first: `created_at`, then `id`, on
 * which the table has an index.
 */
export interface ListSource {
  readonly table: string;
  /** Condition over the table's columns, which it names `t.…`; its parameters start at $1. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** Whether somebody's words are looked for: then few rows fit, and an index finds them. */
  readonly searched: boolean;
}

/** Collects conditions and their parameters. */
export class Conditions {
  private readonly parts: string[] = [];
  readonly values: unknown[] = [];

  /** @param condition every `?` in it stands for a value: all for the same one, or one for each. */
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
