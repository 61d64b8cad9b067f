import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { ProxyLifecycleService } from '../../proxies/proxy-lifecycle.service';
import { unknownProxy } from '../../proxies/proxies.errors';
import { canViewMoney } from '../permissions';
import { AdminProxiesQueries } from './admin-proxies.queries';
import type { ManagedProxy } from './admin-proxies.types';

/** What staff do to single proxies, answered with the proxy as it is then. */
@Injectable()
export class AdminProxyLifecycleService {
  constructor(
    private readonly custody: ProxyLifecycleService,
    private readonly queries: AdminProxiesQueries,
  ) {}

  /** @throws DomainError not_found, conflict. */
  async suspend(actor: Actor, id: number, reason: string): Promise<ManagedProxy> {
    await this.custody.suspend(actor, id, reason);
    return this.get(actor, id);
  }

  /** @throws DomainError not_found, conflict. */
  async resume(actor: Actor, id: number, reason: string): Promise<ManagedProxy> {
    await this.custody.resume(actor, id, reason);
    return this.get(actor, id);
  }

  /** @throws DomainError not_found, conflict. */
  async reissueCredentials(actor: Actor, id: number, reason: string): Promise<ManagedProxy> {
    await this.custody.reissueCredentials(actor, id, reason);
    return this.get(actor, id);
  }

  private async get(actor: Actor, id: number): Promise<ManagedProxy> {
    const [proxy] = await this.queries.findByIds([id], canViewMoney(actor));
    if (!proxy) throw unknownProxy();
    return proxy;
  }
}
