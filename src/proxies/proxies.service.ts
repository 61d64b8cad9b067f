import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../audit/audit.service';
import { CatalogService } from '../catalog/catalog.service';
import { RANDOM_LOCATION, type PoolKind } from '../catalog/catalog.types';
import type { Page, Paged } from '../common/http/pagination';
import type { Actor } from '../common/security/actor';
import { UnitOfWork } from '../database/unit-of-work';
import { ProxyProvider, type ProxyConfig } from './ports/proxy-provider.port';
import {
  configurationFailed,
  notADatacenterProxy,
  notAPoolProxy,
  proxyNotActive,
  proxyNotFound,
  wrongConnectionType,
} from './proxies.errors';
import { ProxyListRepository, type SearchTerms } from './list/proxy-list.repository';
import { ProxyRepository, type StoredProxy } from './proxy.repository';
import { ProxySecrets } from './proxy-secrets';
import {
  KIND_OF_TYPE,
  TYPE_ALIASES,
  type OwnedProxy,
  type PoolSettings,
  type Protocol,
  type ProxyCounts,
  type ProxyFilter,
  type ProxyStatistics,
} from './proxy.types';

/** What owners do with their proxies. Somebody else's are as good as not there. */
@Injectable()
export class ProxiesService {
  private readonly logger = new Logger(ProxiesService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly proxies: ProxyRepository,
    private readonly lists: ProxyListRepository,
    private readonly secrets: ProxySecrets,
    private readonly catalog: CatalogService,
    private readonly provider: ProxyProvider,
    private readonly audit: AuditService,
  ) {}

  /** Newest first; the statistics are over everything, whatever the filter. */
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
      page: { rows: rows.map((row) => this.secrets.reveal(row)), total, page },
      statistics,
    };
  }

  /** Proxies the user had bought by a moment, and how many were active then. */
  countAt(userId: number, at: Date): Promise<ProxyCounts> {
    return this.lists.countAt(userId, at);
  }

  /** @throws DomainError not_found. */
  async get(actor: Actor, id: number): Promise<OwnedProxy> {
    const row = await this.proxies.findOwned(actor.userId, id);
    if (!row) throw proxyNotFound();
    return this.secrets.reveal(row);
  }

  /** @throws DomainError not_found, invalid, conflict when not active, upstream_failed. */
  async updateDatacenter(actor: Actor, apiId: string, protocol: Protocol): Promise<OwnedProxy> {
    const row = await this.getActive(actor, apiId);
    if (row.type !== 'individual_ipv4') throw notADatacenterProxy();
    await this.reconfigure(row, { protocol });
    await this.uow.run(async () => {
      await this.proxies.setProtocol(row.id, protocol);
      await this.record(actor, row, { protocol: row.protocol }, { protocol });
    });
    return this.get(actor, row.id);
  }

  /**
   * @param kind what the caller takes the proxy for; checked when given.
   * @throws DomainError as `updateDatacenter`.
   */
  async updatePool(
    actor: Actor,
    apiId: string,
    settings: PoolSettings,
    kind?: PoolKind,
  ): Promise<OwnedProxy> {
    const row = await this.getActive(actor, apiId);
    if (row.type === 'individual_ipv4') throw notAPoolProxy();
    if (kind && kind !== KIND_OF_TYPE[row.type]) throw wrongConnectionType();
    const { protocol, ttlMinutes } = settings;
    const targeting = await this.catalog.resolveTargeting(KIND_OF_TYPE[row.type], settings);
    await this.reconfigure(row, { protocol, ttlMinutes, targeting });
    await this.uow.run(async () => {
      await this.proxies.setPoolSettings(row.id, protocol, ttlMinutes, targeting);
      await this.record(actor, row, toPoolSettings(row), { protocol, ttlMinutes, ...targeting });
    });
    return this.get(actor, row.id);
  }

  private async getActive(actor: Actor, apiId: string): Promise<StoredProxy> {
    const row = await this.proxies.findOwnedByApiId(actor.userId, apiId);
    if (!row) throw proxyNotFound();
    if (row.isExpired) throw proxyNotActive('expired');
    if (row.status === 'suspended') throw proxyNotActive('suspended');
    return row;
  }

  private async reconfigure(row: StoredProxy, config: ProxyConfig): Promise<void> {
    const result = await this.provider.reconfigure(row.apiId, config);
    if (result.outcome === 'done') return;
    this.logger.error({ proxyId: row.id, result }, 'A proxy could not be reconfigured');
    throw configurationFailed();
  }

  private record(actor: Actor, row: StoredProxy, before: object, after: object): Promise<void> {
    return this.audit.record(actor, {
      action: 'proxy.reconfigured',
      target: `proxy:${row.id}`,
      details: `Configuration of proxy ${row.id} changed`,
      before,
      after,
    });
  }

  private async toSearchTerms(search: string | undefined): Promise<SearchTerms | null> {
    const text = search?.trim().toLowerCase();
    if (!text) return null;
    const countries = await this.catalog.searchCountryCodes(text);
    if ('random'.startsWith(text)) countries.push(RANDOM_LOCATION);
    const types = Object.entries(TYPE_ALIASES)
      .filter(([word, type]) => word.includes(text) || type.includes(text))
      .map(([, type]) => type);
    return { text, countries, types };
  }
}

const toPoolSettings = ({ protocol, ttlMinutes, country, region, city, isp }: StoredProxy) => ({
  protocol,
  ttlMinutes,
  country,
  region,
  city,
  isp,
});
