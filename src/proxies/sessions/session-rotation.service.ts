import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { addressFixed, proxyNotActive, proxyNotFound } from '../proxies.errors';
import { ProxyRepository } from '../proxy.repository';
import { GatewayRotationRepository } from './gateway-rotation.repository';

/** Gives a session of an own pool proxy a new exit on request. */
@Injectable()
export class SessionRotationService {
  constructor(
    private readonly proxies: ProxyRepository,
    private readonly rotations: GatewayRotationRepository,
  ) {}

  /**
   * Open connections stay; new ones leave from the new exit.
   * @param session the proxy's own when null.
   * @throws DomainError not_found, conflict PROXY_EXPIRED, PROXY_SUSPENDED or ADDRESS_FIXED.
   */
  async rotate(actor: Actor, id: number, session: string | null): Promise<void> {
    const proxy = await this.proxies.findOwned(actor.userId, id);
    if (!proxy) throw proxyNotFound();
    if (proxy.isExpired) throw proxyNotActive('expired');
    if (proxy.status === 'suspended') throw proxyNotActive('suspended');
    if (proxy.type === 'individual_ipv4') throw addressFixed();
    await this.rotations.rotate(id, session);
  }
}
