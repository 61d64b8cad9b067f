import { TYPE_ALIASES } from '../../proxies/proxy.types';
import {
  WhereBuilder,
  type ListQuery,
  type SearchCondition,
  hasTrigram,
  OWNER_LIKE,
  parseIdTerm,
} from '../paging/list-query';
import { toLikePattern } from '../../database/like-pattern';
import type { ProxyFilter } from './admin-proxies.types';

const OVER = `t.status = 'expired' OR t.expires_at <= now()`;
const STATUS = {
  expired: OVER,
  active: `t.status = 'active' AND t.expires_at > now()`,
  suspended: `t.status = 'suspended' AND t.expires_at > now()`,
} as const;

/** What a search text may stand for besides itself. */
export interface ProxySearch {
  /** Whether to search the user names of proxies; false for viewers without access to them. */
  readonly credentials: boolean;
  /** Codes of countries whose name or code fits. */
  readonly countries: readonly string[];
}

/** Proxies under a filter. */
export function buildProxyListQuery(filter: ProxyFilter, search: ProxySearch | null): ListQuery {
  const conditions = new WhereBuilder();
  if (filter.status) conditions.add(STATUS[filter.status]);
  if (filter.type) conditions.add('t.type = ?', TYPE_ALIASES[filter.type]);
  const { where, values } = conditions;
  return {
    table: 'proxy',
    filter: where,
    ...(search && { search: buildSearch(conditions, filter.search!, search) }),
    values,
  };
}

function buildSearch(
  conditions: WhereBuilder,
  term: string,
  { credentials, countries }: ProxySearch,
): SearchCondition {
  const pattern = toLikePattern(term);
  const texts = ['t.uuid::text', 't.ip', ...(credentials ? ['t.username'] : [])];
  const parts = [
    conditions.bind(texts.map((text) => `${text} ILIKE ?`).join(' OR '), pattern),
    conditions.bind('t.id = ?', parseIdTerm(term)),
  ];
  if (countries.length) parts.push(conditions.bind('t.country = ANY(?)', countries));
  const types = typesLike(term);
  if (types.length) parts.push(conditions.bind('t.type = ANY(?)', types));
  return {
    own: parts.join(' OR '),
    owner: conditions.bind(OWNER_LIKE, pattern),
    isIndexed: hasTrigram(term) && !types.length,
  };
}

const typesLike = (term: string): string[] => {
  const text = term.toLowerCase();
  return Object.entries(TYPE_ALIASES)
    .filter(([word, type]) => word.startsWith(text) || type.startsWith(text))
    .map(([, type]) => type);
};
