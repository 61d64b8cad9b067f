import { Injectable } from '@nestjs/common';
import { CatalogService } from '../../catalog/catalog.service';
import { invalidFields } from '../../common/errors/domain-error';
import { PlaceService } from '../places/place.service';
import { proxyNotActive } from '../proxies.errors';
import { ProxiesService } from '../proxies.service';
import { KIND_OF_TYPE, type OwnedProxy } from '../proxy.types';
import type { Connection, ConnectionListRequest } from './connection-lists.types';
import { toConnection, toNarrowing, toPoolConnections } from './connections';

/** Lists what programs enter to use a proxy, each line with a session or a place of its own. */
@Injectable()
export class ConnectionListsService {
  constructor(
    private readonly proxies: ProxiesService,
    private readonly catalog: CatalogService,
    private readonly places: PlaceService,
  ) {}

  /**
   * Connections that work now.
   * @throws DomainError not_found, conflict PROXY_EXPIRED, PROXY_SUSPENDED or PLACE_NOT_INCLUDED; invalid with the field that the proxy
   * was not bought for, that is not on sale or does not go with another.
   */
  async list(
    owner: { readonly userId: number },
    id: number,
    request: ConnectionListRequest,
  ): Promise<Connection[]> {
    const proxy = await this.proxies.get(owner, id);
    if (proxy.isExpired) throw proxyNotActive('expired');
    if (proxy.status !== 'active') throw proxyNotActive(proxy.status);
    if (request.session === 'rotating' && request.ttlMinutes !== undefined)
      throw invalidFields({ ttl_minutes: ['Rotating connections keep no address.'] });
    return proxy.type === 'individual_ipv4'
      ? listDedicated(proxy, request)
      : this.listPool(proxy, request);
  }

  private async listPool(proxy: OwnedProxy, request: ConnectionListRequest): Promise<Connection[]> {
    const narrowing = toNarrowing(proxy, request);
    const kind = KIND_OF_TYPE[proxy.type];
    if (kind !== 'datacenter' && Object.values(narrowing).some((code) => code !== null)) {
      const place = await this.catalog.resolveTargeting(kind, {
        country: narrowing.country ?? proxy.country,
        region: narrowing.region ?? proxy.region,
        city: narrowing.city ?? proxy.city,
        isp: narrowing.isp ?? proxy.isp,
      });
      await this.places.assertIncluded(proxy, place);
    }
    return toPoolConnections(proxy, narrowing, request);
  }
}

/** A datacenter proxy is one address: sessions and places have no meaning there. */
function listDedicated(proxy: OwnedProxy, request: ConnectionListRequest): Connection[] {
  const problem = 'A datacenter proxy has one address, which stays the same.';
  const { country, region, city, isp } = request;
  const wanted = {
    count: request.count > 1,
    session: request.session === 'rotating',
    ttl_minutes: request.ttlMinutes !== undefined,
    country: country !== null && country !== proxy.country,
    region: region !== null,
    city: city !== null,
    isp: isp !== null,
  };
  const wrong = Object.entries(wanted).filter(([, isWrong]) => isWrong);
  if (wrong.length > 0)
    throw invalidFields(Object.fromEntries(wrong.map(([field]) => [field, [problem]])));
  return [toConnection(proxy, request)];
}
