import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProviderClient } from '../ports/provider-client';
import {
  connectionNotFound,
  connectionsUnavailable,
  proxyNotFound,
  proxyNotFoundByStaff,
} from '../proxies.errors';
import { LiveConnectionsRepository } from './live-connections.repository';
import type { LiveConnectionList } from './live-connections.types';
import { maskAddress } from './mask-address';

const CONNECTION_ID = /^[\w-]{1,64}$/;

export interface OwnConnections extends LiveConnectionList {
  readonly showTargets: boolean;
}

/** The open connections of a proxy at all gateways. */
@Injectable()
export class LiveConnectionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: LiveConnectionsRepository,
    private readonly provider: ProviderClient,
    private readonly audit: AuditService,
  ) {}

  /** Targets only when the owner has chosen so. @throws DomainError not_found, unavailable. */
  async listOwn(actor: Actor, id: number): Promise<OwnConnections> {
    const proxy = await this.repository.find(id, actor.userId);
    if (!proxy) throw proxyNotFound();
    const { apiId, showTargets } = proxy;
    return { ...(await this.list(apiId, showTargets)), showTargets };
  }

  /** For staff: without targets, and with the networks of the clients. @throws DomainError as `listOwn`. */
  async listAny(id: number): Promise<LiveConnectionList> {
    const proxy = await this.repository.find(id);
    if (!proxy) throw proxyNotFoundByStaff();
    const list = await this.list(proxy.apiId, false);
    const connections = list.connections.map((each) => ({
      ...each,
      clientAddress: maskAddress(each.clientAddress),
    }));
    return { ...list, connections };
  }

  /** @throws DomainError not_found. */
  async setShowTargets(actor: Actor, id: number, showTargets: boolean): Promise<void> {
    if (!(await this.repository.setShowTargets(id, actor.userId, showTargets)))
      throw proxyNotFound();
  }

  /**
   * @param connectionId all when null.
   * @returns how many were closed.
   * @throws DomainError not_found, unavailable when that is not known.
   */
  async closeOwn(actor: Actor, id: number, connectionId: string | null): Promise<number> {
    const proxy = await this.repository.find(id, actor.userId);
    if (!proxy) throw proxyNotFound();
    return this.close(proxy.apiId, connectionId);
  }

  /** As `closeOwn`, by staff. */
  async closeAny(actor: Actor, id: number, connectionId: string | null): Promise<number> {
    const proxy = await this.repository.find(id);
    if (!proxy) throw proxyNotFoundByStaff();
    const closed = await this.close(proxy.apiId, connectionId);
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'proxy.connections_closed',
        target: `proxy:${id}`,
        details: `Closed ${closed === 1 ? '1 open connection' : `${closed} open connections`} of proxy ${id}`,
      }),
    );
    return closed;
  }

  private async list(apiId: string, withTargets: boolean): Promise<LiveConnectionList> {
    const result = await this.provider.connections(apiId, withTargets);
    if (result.outcome !== 'done') throw connectionsUnavailable();
    return result;
  }

  private async close(apiId: string, connectionId: string | null): Promise<number> {
    if (connectionId !== null && !CONNECTION_ID.test(connectionId)) throw connectionNotFound();
    const result = await this.provider.closeConnections(apiId, connectionId);
    if (result.outcome !== 'done') throw connectionsUnavailable();
    const { closed, isComplete } = result;
    const isDone = isComplete || (connectionId !== null && closed > 0);
    if (!isDone) throw connectionsUnavailable();
    if (connectionId !== null && closed === 0) throw connectionNotFound();
    return closed;
  }
}
