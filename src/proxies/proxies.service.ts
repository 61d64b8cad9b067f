import { Injectable } from '@nestjs/common';
import { CatalogService } from '../catalog/catalog.service';
import { RANDOM_LOCATION } from '../catalog/catalog.types';
import type { Page, Paged } from '../common/http/pagination.dto';
import type { Actor } from '../common/security/actor';
import { SECRET_MASK } from '../common/crypto/secrets';
import { ProxyListRepository, type SearchTerms } from './list/proxy-list.repository';
import { proxyNotFound } from './proxies.errors';
import { ProxyRepository, type StoredProxy } from './proxy.repository';
import { ProxyCredentialsService } from './proxy-credentials.service';
import {
  TYPE_ALIASES,
  type OwnedProxy,
  type ProxyCounts,
  type ProxyFilter,
  type ProxyOverview,
  type ProxyStatistics,
} from './proxy.types';

/** Reads the proxies of their owner; proxies of other users are not found. */
@Injectable()
export class ProxiesService {
  constructor(
    private readonly proxies: ProxyRepository,
    private readonly lists: ProxyListRepository,
    private readonly passwords: ProxyCredentialsService,
    private readonly catalog: CatalogService,
  ) {}

  /** Newest first; the statistics ignore the filter. */
  async list(
    actor: Actor,
    filter: ProxyFilter,
    page: Page,
  ): Promise<{ page: Paged<OwnedProxy>; statistics: ProxyStatistics }> {
    const search = await this.toSearchTerms(filter.search);
    const [{ rows, total }, statistics] = await Promise.all([
      this.lists.findPage(actor.userId, filter, search, page),
      this.lists.getStatistics(actor.userId),
    ]);
    return {
      page: { rows: rows.map((row) => this.toShown(actor, row)), total, page },
      statistics,
    };
  }

  /** Proxies the user had bought by a moment, and how many were active then. */
  countAt(userId: number, at: Date): Promise<ProxyCounts> {
    return this.lists.countAt(userId, at);
  }

  /** What a customer asks first: how much is left, and what ends next. */
  getOverview(userId: number): Promise<ProxyOverview> {
    return this.lists.getOverview(userId);
  }

  /** @throws DomainError not_found. */
  async get(actor: Pick<Actor, 'userId' | 'member'>, id: number): Promise<OwnedProxy> {
    const row = await this.proxies.findOwned(actor.userId, id);
    if (!row) throw proxyNotFound();
    return this.toShown(actor, row);
  }

  /** With the password in plain text, except for a viewer of a team. */
  private toShown({ member }: Pick<Actor, 'member'>, row: StoredProxy): OwnedProxy {
    const proxy = this.passwords.toOwnedProxy(row);
    return member?.role === 'viewer' ? { ...proxy, password: SECRET_MASK } : proxy;
  }

  private async toSearchTerms(search: string | undefined): Promise<SearchTerms | null> {
    const text = search?.trim().toLowerCase();
    if (!text) return null;
    const countries = await this.catalog.searchCountryCodes(text);
    if ('random'.startsWith(text)) countries.push(RANDOM_LOCATION);
    const types = Object.entries(TYPE_ALIASES)
      .filter(([alias, type]) => alias.includes(text) || type.includes(text))
      .map(([, type]) => type);
    return { text, countries, types };
  }
}
