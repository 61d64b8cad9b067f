import { Injectable } from '@nestjs/common';
import { CatalogService } from '../../catalog/catalog.service';
import type { PoolKind } from '../../catalog/catalog.types';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { holdOwner } from '../hold-owner';
import { PlaceService } from '../places/place.service';
import {
  notADatacenterProxy,
  notAPoolProxy,
  proxyNotActive,
  proxyNotFound,
  wrongConnectionType,
} from '../proxies.errors';
import { ProxiesService } from '../proxies.service';
import { ProxyRepository, type StoredProxy } from '../proxy.repository';
import { KIND_OF_TYPE, type OwnedProxy, type PoolSettings, type Protocol } from '../proxy.types';
import { ReconfigurationService, type ProxyConfig } from './reconfiguration.service';

/** Changes protocol, session and location of active proxies. */
@Injectable()
export class ProxyConfigurationService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ProxyRepository,
    private readonly proxies: ProxiesService,
    private readonly catalog: CatalogService,
    private readonly places: PlaceService,
    private readonly reconfiguration: ReconfigurationService,
  ) {}

  /** @throws DomainError not_found, invalid, conflict when not active. */
  async updateDatacenter(actor: Actor, apiId: string, protocol: Protocol): Promise<OwnedProxy> {
    const row = await this.getActive(actor, apiId);
    if (row.type !== 'individual_ipv4') throw notADatacenterProxy();
    await this.reconfigure(actor, row, { protocol });
    return this.proxies.get(actor, row.id);
  }

  /**
   * @param kind expected kind of the proxy; checked when given.
   * @throws DomainError as `updateDatacenter`, conflict PLACE_NOT_INCLUDED beyond the place that was bought.
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
    await this.reconfigure(actor, row, { protocol, ttlMinutes, targeting });
    return this.proxies.get(actor, row.id);
  }

  private async getActive(actor: Actor, apiId: string): Promise<StoredProxy> {
    const row = await this.repository.findOwnedByApiId(actor.userId, apiId);
    if (!row) throw proxyNotFound();
    if (row.isExpired) throw proxyNotActive('expired');
    if (row.status === 'suspended') throw proxyNotActive('suspended');
    return row;
  }

  private reconfigure(
    actor: Actor,
    { id, apiId }: StoredProxy,
    config: ProxyConfig,
  ): Promise<void> {
    return this.uow.run(async () => {
      if (config.targeting) await this.places.admit(actor.userId, id, config.targeting);
      else await holdOwner(this.uow, actor.userId);
      if (await this.reconfiguration.apply(actor, id, config)) return;
      await this.getActive(actor, apiId);
      throw new Error(`Proxy ${id} is active and cannot be reconfigured`);
    });
  }
}
