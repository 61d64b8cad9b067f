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
import type { ProxyFilter, ManagedProxy, ProxyStatistics } from './admin-proxies.types';
import { Injectable } from '@nestjs/common';
import { CatalogService } from '../../catalog/catalog.service';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';
import type { Page, Paged } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { QueryCache } from '../paging/query-cache';
import { ListPaginator, toPaged } from '../paging/list-paginator';
import { canViewMoney } from '../permissions';
import { AdminProxiesQueries } from './admin-proxies.queries';
import { ProxyLifecycleService } from '../../proxies/proxy-lifecycle.service';
import { unknownProxy } from '../../proxies/proxies.errors';

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

const COUNTRY = /^[a-z]{2}$/;
const TABLES = ['proxy', 'proxy_order'];

/** Lists the proxies of all users. */
@Injectable()
export class AdminProxiesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: AdminProxiesQueries,
    private readonly catalog: CatalogService,
    private readonly paginator: ListPaginator,
    private readonly cache: QueryCache,
  ) {}

  async list(
    actor: Actor,
    filter: ProxyFilter,
    page: Page,
    exactTotal = false,
  ): Promise<[Paged<ManagedProxy>, ProxyStatistics]> {
    const source = buildProxyListQuery(filter, await this.search(actor, filter.search));
    const [found, statistics] = await this.uow.all(
      () => this.paginator.findPage(source, page, exactTotal),
      () => this.cache.getOrCompute('proxies', TABLES, () => this.queries.getStatistics()),
    );
    const rows = await this.queries.findByIds(found.ids, canViewMoney(actor));
    return [toPaged(found, rows, page), statistics];
  }

  private async search(actor: Actor, term: string | undefined): Promise<ProxySearch | null> {
    if (!term) return null;
    const text = term.toLowerCase();
    const countries = await this.catalog.searchCountryCodes(text);
    if (COUNTRY.test(text)) countries.push(text);
    if ('random'.startsWith(text)) countries.push(RANDOM_LOCATION);
    return { credentials: canViewMoney(actor), countries };
  }
}

/** What staff do to single proxies, answered with the proxy as it is then. */
@Injectable()
export class AdminProxyLifecycleService {
  constructor(
    private readonly lifecycle: ProxyLifecycleService,
    private readonly queries: AdminProxiesQueries,
  ) {}

  /** @throws DomainError not_found, conflict. */
  async suspend(actor: Actor, id: number, reason: string): Promise<ManagedProxy> {
    await this.lifecycle.suspend(actor, id, reason);
    return this.get(actor, id);
  }

  /** @throws DomainError not_found, conflict. */
  async resume(actor: Actor, id: number, reason: string): Promise<ManagedProxy> {
    await this.lifecycle.resume(actor, id, reason);
    return this.get(actor, id);
  }

  /** @throws DomainError not_found, conflict. */
  async reissueCredentials(actor: Actor, id: number, reason: string): Promise<ManagedProxy> {
    await this.lifecycle.reissueCredentials(actor, id, reason);
    return this.get(actor, id);
  }

  private async get(actor: Actor, id: number): Promise<ManagedProxy> {
    const [proxy] = await this.queries.findByIds([id], canViewMoney(actor));
    if (!proxy) throw unknownProxy();
    return proxy;
  }
}
