import { DomainError, invalidFields } from '../../common/errors/domain-error';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { assertDayOrder } from '../../common/time/period';
import { isBetweenDays, type Condition, type ListOrder } from './list-query';
import type { ListSort, RangeListQuery } from './paging.dto';

const KOBO = 100;

/** Where the amounts of a list are. */
interface AmountSql {
  /** An indexed column; undefined for a list that is not sorted by it. */
  readonly column?: string;
  /** Conditions with `?` for kobo. */
  readonly atLeast: string;
  readonly atMost: string;
}

/** Of a column of the list's table. */
export const amountOf = (column: string): AmountSql => ({
  ...{ column, atLeast: `t.${column} >= ?`, atMost: `t.${column} <= ?` },
});

export const mayNotSee = (what: string): DomainError =>
  new DomainError('forbidden', 'FORBIDDEN', `Your role may not see ${what}.`);

/**
 * Days and amounts of a list, and its order.
 * @throws DomainError forbidden for a viewer without access to amounts, whom both would tell them; invalid for a range that ends
 *   before it starts.
 */
export function toRange(
  actor: Actor,
  query: RangeListQuery & { readonly sort?: ListSort },
  amount: AmountSql,
): { readonly filters: readonly Condition[]; readonly order: ListOrder } {
  const { from, to, amount_min: min, amount_max: max, sort = '-created_at' } = query;
  const isAmount = sort.endsWith('amount');
  if ((isAmount || min !== undefined || max !== undefined) && !can(actor, 'money.read'))
    throw mayNotSee('amounts');
  assertDayOrder({ from, to });
  if (min !== undefined && max !== undefined && max < min)
    throw invalidFields({ amount_max: ['The highest amount must not be below the lowest.'] });
  return {
    filters: [
      ...isBetweenDays(from, to),
      [amount.atLeast, min ? min * KOBO : undefined],
      [amount.atMost, max === undefined ? undefined : max * KOBO],
    ],
    order: {
      column: isAmount && amount.column ? amount.column : 'created_at',
      isAscending: !sort.startsWith('-'),
    },
  };
}
