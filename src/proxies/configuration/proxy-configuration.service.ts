import { Injectable, Logger } from '@nestjs/common';
import { plainNumber, type AuditValues } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import { CatalogService } from '../../catalog/catalog.service';
import type { PoolKind } from '../../catalog/catalog.types';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyProvider, type ProxyConfig } from '../ports/proxy-provider.port';
import {
  configurationFailed,
  notADatacenterProxy,
  notAPoolProxy,
  proxyNotActive,
  proxyNotFound,
  wrongConnectionType,
} from '../proxies.errors';
import { ProxiesService } from '../proxies.service';
import { ProxyRepository, type StoredProxy } from '../proxy.repository';
import { KIND_OF_TYPE, type OwnedProxy, type PoolSettings, type Protocol } from '../proxy.types';

/** Changes protocol, session and location of active proxies, first at the provider, then in the row. */
@Injectable()
export class ProxyConfigurationService {
  private readonly logger = new Logger(ProxyConfigurationService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ProxyRepository,
    private readonly proxies: ProxiesService,
    private readonly catalog: CatalogService,
    private readonly provider: ProxyProvider,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError not_found, invalid, conflict when not active, upstream_failed. */
  async updateDatacenter(actor: Actor, apiId: string, protocol: Protocol): Promise<OwnedProxy> {
    const row = await this.getActive(actor, apiId);
    if (row.type !== 'individual_ipv4') throw notADatacenterProxy();
    await this.reconfigure(row, { protocol });
    await this.uow.run(async () => {
      await this.repository.setProtocol(row.id, protocol);
      await this.recordChange(actor, row, { protocol: row.protocol }, { protocol });
    });
    return this.proxies.get(actor, row.id);
  }

  /**
   * @param kind expected kind of the proxy; checked when given.
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
      await this.repository.setPoolSettings(row.id, protocol, ttlMinutes, targeting);
      const after = { protocol, ttlMinutes, ...targeting };
      await this.recordChange(actor, row, toAuditValues(row), toAuditValues(after));
    });
    return this.proxies.get(actor, row.id);
  }

  private async getActive(actor: Actor, apiId: string): Promise<StoredProxy> {
    const row = await this.repository.findOwnedByApiId(actor.userId, apiId);
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

  private recordChange(
    actor: Actor,
    row: StoredProxy,
    before: AuditValues,
    after: AuditValues,
  ): Promise<void> {
    return this.audit.record(actor, {
      action: 'proxy.reconfigured',
      target: `proxy:${row.id}`,
      details: `Configuration of proxy ${row.id} changed`,
      before,
      after,
    });
  }
}

type PoolConfig = Pick<
  StoredProxy,
  'protocol' | 'ttlMinutes' | 'country' | 'region' | 'city' | 'isp'
>;

const toAuditValues = ({ protocol, ttlMinutes, country, region, city, isp }: PoolConfig) => ({
  protocol,
  ttlMinutes: ttlMinutes === null ? null : plainNumber(ttlMinutes),
  country,
  region,
  city,
  isp,
});
