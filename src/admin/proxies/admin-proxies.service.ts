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
import type { ManagedProxy, ProxyStatistics, ProxyFilter } from './admin-proxies.types';
import { buildProxyListQuery, type ProxySearch } from './proxy-list.query';

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
