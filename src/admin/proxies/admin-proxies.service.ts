import { Injectable } from '@nestjs/common';
import { CatalogService } from '../../catalog/catalog.service';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';
import type { Page, Paged } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { KeptAnswers } from '../paging/kept-answers';
import { ListPages } from '../paging/list-pages';
import { likePattern, TRIGRAM } from '../paging/search-term';
import { TableSizes } from '../paging/table-sizes';
import { UsersMeantQueries } from '../paging/users-meant.queries';
import { seesMoney } from '../withheld';
import { AdminProxiesQueries } from './admin-proxies.queries';
import type { ManagedProxy, ProxyFigures, ProxyFilter } from './admin-proxies.types';
import { proxyList, type ProxySearch } from './proxy-list.source';

const COUNTRY = /^[a-z]{2}$/;
const TABLES = ['proxy', 'proxy_order'];

/** Every proxy of the platform, for staff. */
@Injectable()
export class AdminProxiesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly queries: AdminProxiesQueries,
    private readonly users: UsersMeantQueries,
    private readonly catalog: CatalogService,
    private readonly pages: ListPages,
    private readonly kept: KeptAnswers,
    private readonly sizes: TableSizes,
  ) {}

  async list(
    actor: Actor,
    filter: ProxyFilter,
    page: Page,
  ): Promise<[Paged<ManagedProxy>, ProxyFigures]> {
    const source = proxyList(filter, await this.search(actor, filter.search));
    const [{ ids, total }, figures] = await this.uow.all(
      () => this.pages.find(source, page),
      () => this.kept.of('proxies', TABLES, () => this.queries.figures()),
    );
    return [{ rows: await this.queries.byIds(ids, seesMoney(actor)), total, page }, figures];
  }

  private async search(actor: Actor, term: string | undefined): Promise<ProxySearch | null> {
    if (!term) return null;
    const text = term.toLowerCase();
    const large = await this.sizes.anyLarge(['proxy', 'users']);
    const pattern = large && term.length < TRIGRAM ? null : likePattern(term, large);
    const [userIds, countries] = await Promise.all([
      pattern === null ? [] : this.users.find(pattern),
      this.catalog.searchCountryCodes(text),
    ]);
    if (COUNTRY.test(text)) countries.push(text);
    if ('random'.startsWith(text)) countries.push(RANDOM_LOCATION);
    return { pattern, credentials: seesMoney(actor), userIds, countries };
  }
}
