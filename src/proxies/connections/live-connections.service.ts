import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import type { GatewayCommand } from '../../common/gateway/gateway-messages';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  connectionNotFound,
  connectionsUnavailable,
  proxyNotFound,
  proxyNotFoundByStaff,
} from '../proxies.errors';
import type { LiveConnectionList } from './live-connections.types';
import { Proxy } from '../proxy.entity';
import { toConnectionList } from './connection-list';
import { GatewayCommandService, type CommandResult } from './gateway-command.service';
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
    private readonly commands: GatewayCommandService,
    private readonly audit: AuditService,
  ) {}

  /** Targets only when the owner has chosen so. @throws DomainError not_found, unavailable. */
  async listOwn(actor: Actor, id: number): Promise<OwnConnections> {
    const { showTargets } = await this.getOwn(actor, id);
    return { ...(await this.list(id, showTargets)), showTargets };
  }

  /** For staff: without targets, and with the networks of the clients. @throws DomainError as `listOwn`. */
  async listAny(id: number): Promise<LiveConnectionList> {
    await this.assertKnown(id);
    const list = await this.list(id, false);
    const connections = list.connections.map((each) => ({
      ...each,
      clientAddress: maskAddress(each.clientAddress),
    }));
    return { ...list, connections };
  }

  /** @throws DomainError not_found. */
  async setShowTargets({ userId }: Actor, id: number, showTargets: boolean): Promise<void> {
    const { affected } = await this.uow.manager.update(Proxy, { id, userId }, { showTargets });
    if (!affected) throw proxyNotFound();
  }

  /**
   * @param connectionId all when null.
   * @returns how many were closed.
   * @throws DomainError not_found, unavailable when that is not known.
   */
  async closeOwn(actor: Actor, id: number, connectionId: string | null): Promise<number> {
    await this.getOwn(actor, id);
    return this.close(id, connectionId);
  }

  /** As `closeOwn`, by staff. */
  async closeAny(actor: Actor, id: number, connectionId: string | null): Promise<number> {
    await this.assertKnown(id);
    const closed = await this.close(id, connectionId);
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'proxy.connections_closed',
        target: `proxy:${id}`,
        details: `Closed ${closed === 1 ? '1 open connection' : `${closed} open connections`} of proxy ${id}`,
      }),
    );
    return closed;
  }

  private async getOwn({ userId }: Actor, id: number): Promise<Pick<Proxy, 'showTargets'>> {
    const proxy = await this.uow.manager.findOne(Proxy, {
      select: { id: true, showTargets: true },
      where: { id, userId },
    });
    if (!proxy) throw proxyNotFound();
    return proxy;
  }

  private async assertKnown(id: number): Promise<void> {
    if (!(await this.uow.manager.existsBy(Proxy, { id }))) throw proxyNotFoundByStaff();
  }

  private async list(id: number, withTargets: boolean): Promise<LiveConnectionList> {
    const { isComplete, replies } = await this.send(id, {
      ...{ kind: 'list', connectionId: null, withTargets },
    });
    return { isComplete, ...toConnectionList(replies) };
  }

  private async close(id: number, connectionId: string | null): Promise<number> {
    if (connectionId !== null && !CONNECTION_ID.test(connectionId)) throw connectionNotFound();
    const result = await this.send(id, { kind: 'close', connectionId, withTargets: false });
    const closed = result.replies.reduce((sum, { count }) => sum + count, 0);
    const isDone = result.isComplete || (connectionId !== null && closed > 0);
    if (!isDone) throw connectionsUnavailable();
    if (connectionId !== null && closed === 0) throw connectionNotFound();
    return closed;
  }

  private async send(id: number, command: GatewayCommand): Promise<CommandResult> {
    const result = await this.commands.send(id, command);
    if (!result) throw connectionsUnavailable();
    return result;
  }
}
