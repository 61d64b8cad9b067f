import { WhereBuilder, type ListQuery } from '../paging/list-query';
import { parseIdTerm } from '../paging/search-term';
import type { TransactionFilter } from './admin-transactions.types';

export interface TransactionSearch {
  readonly pattern: string;
  readonly userIds: readonly number[];
}

/** Lines of all wallets under a filter. */
export function buildTransactionListQuery(
  { status, type, search: term }: TransactionFilter,
  search: TransactionSearch | null,
): ListQuery {
  const conditions = new WhereBuilder();
  if (status) conditions.add('t.status = ?', status);
  if (type) conditions.add('t.type = ?', type);
  if (search) {
    const parts = ['t.reference ILIKE ?', 't.description ILIKE ?'];
    const values: unknown[] = [search.pattern, search.pattern];
    const id = parseIdTerm(term!);
    if (id !== null) {
      parts.push('t.id = ?');
      values.push(id);
    }
    if (search.userIds.length) {
      parts.push('t.user_id = ANY(?)');
      values.push(search.userIds);
    }
    conditions.add(parts.join(' OR '), ...values);
  }
  const { where, values } = conditions;
  return { table: 'wallet_transaction', where, values, hasSearch: search !== null };
}
