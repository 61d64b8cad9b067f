import { AFFECTED_TRANSACTIONS } from '../attention';
import {
  WhereBuilder,
  type ListQuery,
  hasTrigram,
  OWNER_LIKE,
  parseIdTerm,
} from '../paging/list-query';
import { toLikePattern } from '../../database/like-pattern';
import type { TransactionFilter } from './admin-transactions.types';

/** Lines of all wallets under a filter. */
export function buildTransactionListQuery({
  status,
  type,
  attention,
  search,
}: TransactionFilter): ListQuery {
  const conditions = new WhereBuilder();
  if (status) conditions.add('t.status = ?', status);
  if (type) conditions.add('t.type = ?', type);
  if (attention) conditions.add(`t.id IN (${AFFECTED_TRANSACTIONS[attention]})`);
  const { where: filter, values } = conditions;
  const table = 'wallet_transaction';
  if (!search) return { table, filter, values };
  const pattern = toLikePattern(search);
  const own = conditions.bind(
    't.reference ILIKE ? OR t.description ILIKE ? OR t.id = ?',
    ...[pattern, pattern, parseIdTerm(search)],
  );
  const owner = conditions.bind(OWNER_LIKE, pattern);
  return { table, filter, search: { own, owner, isIndexed: hasTrigram(search) }, values };
}
