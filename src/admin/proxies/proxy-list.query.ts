import { TYPE_ALIASES } from '../../proxies/proxy.types';
import { WhereBuilder, type ListQuery } from '../paging/list-query';
import { parseIdTerm } from '../paging/search-term';
import type { ProxyFilter } from './admin-proxies.types';

const OVER = `t.status = 'expired' OR t.expires_at <= now()`;
const STATUS = {
  expired: OVER,
  active: `t.status = 'active' AND t.expires_at > now()`,
  suspended: `t.status = 'suspended' AND t.expires_at > now()`,
} as const;

/** What a search text may stand for besides itself. */
export interface ProxySearch {
  /** For LIKE; null when the term is too short to be looked for in the texts of a large table. */
  readonly pattern: string | null;
  /** Whether to search the user names of proxies; false for viewers without access to them. */
  readonly credentials: boolean;
  readonly userIds: readonly number[];
  /** Codes of countries whose name or code fits. */
  readonly countries: readonly string[];
}

/** Proxies under a filter. */
export function buildProxyListQuery(filter: ProxyFilter, search: ProxySearch | null): ListQuery {
  const conditions = new WhereBuilder();
  if (filter.status) conditions.add(STATUS[filter.status]);
  if (filter.type) conditions.add('t.type = ?', TYPE_ALIASES[filter.type]);
  if (search) addSearch(conditions, filter.search!, search);
  const { where, values } = conditions;
  return { table: 'proxy', where, values, hasSearch: search !== null };
}

function addSearch(
  conditions: WhereBuilder,
  term: string,
  { pattern, credentials, userIds, countries }: ProxySearch,
): void {
  const parts: string[] = [];
  const values: unknown[] = [];
  const also = (condition: string, value: unknown) => {
    parts.push(condition);
    values.push(value);
  };
  if (pattern !== null) {
    also('t.uuid::text ILIKE ?', pattern);
    also('t.ip ILIKE ?', pattern);
    if (credentials) also('t.username ILIKE ?', pattern);
  }
  const id = parseIdTerm(term);
  if (id !== null) also('t.id = ?', id);
  if (userIds.length) also('t.user_id = ANY(?)', userIds);
  if (countries.length) also('t.country = ANY(?)', countries);
  const types = typesLike(term);
  if (types.length) also('t.type = ANY(?)', types);
  conditions.add(parts.join(' OR ') || 'FALSE', ...values);
}

const typesLike = (term: string): string[] => {
  const text = term.toLowerCase();
  return Object.entries(TYPE_ALIASES)
    .filter(([word, type]) => word.startsWith(text) || type.startsWith(text))
    .map(([, type]) => type);
};
