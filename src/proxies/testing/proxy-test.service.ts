import { Injectable } from '@nestjs/common';
import { DomainError, invalidFields } from '../../common/errors/domain-error';
import { findCountryOf } from '../../common/country';
import type { Actor } from '../../common/security/actor';
import { AppConfig } from '../../config/app-config';
import type { Connection } from '../connection-lists/connection-lists.types';
import { toNarrowing } from '../connection-lists/connections';
import { ProxiesService } from '../proxies.service';
import type { OwnedProxy } from '../proxy.types';
import { fetchEchoThroughProxy, ProxyTestFailure } from './echo-through-proxy';
import type { ProxyTestRequest, ProxyTestResult } from './proxy-test.types';

/** Uses a proxy once, as its owner's program would, and tells where it leaves or why it does not work. */
@Injectable()
export class ProxyTestService {
  constructor(
    private readonly proxies: ProxiesService,
    private readonly config: AppConfig,
  ) {}

  /**
   * Expired, suspended and exhausted proxies are tested too: the gateway's answer says so.
   * @throws DomainError not_found; invalid with a place that was not bought; unavailable without an echo address.
   */
  async test(actor: Actor, id: number, request: ProxyTestRequest): Promise<ProxyTestResult> {
    const proxy = await this.proxies.get(actor, id);
    const { probeUrl } = this.config.gateway;
    if (probeUrl === undefined) throw testUnavailable();
    const connection = toConnection(proxy, request);
    const countrySold = request.country ?? proxy.country;
    const startedAt = performance.now();
    try {
      const { ip, country } = await fetchEchoThroughProxy(connection, probeUrl);
      const latencyMs = Math.round(performance.now() - startedAt);
      const countryFound = country ?? (await findCountryOf(ip));
      return { ok: true, exitIp: ip, countrySold, countryFound, latencyMs, error: null };
    } catch (error) {
      if (!(error instanceof ProxyTestFailure)) throw error;
      const nothing = { exitIp: null, countryFound: null, latencyMs: null };
      return { ok: false, countrySold, ...nothing, error: error.reason };
    }
  }
}

function toConnection(proxy: OwnedProxy, request: ProxyTestRequest): Connection {
  const { session } = request;
  if (proxy.type === 'individual_ipv4') refuseChoices(request);
  const { country, region, city, isp } = toNarrowing(proxy, request);
  const parameters = [
    country !== null && `cc-${country}`,
    region !== null && `region-${region}`,
    city !== null && `city-${city}`,
    isp !== null && `isp-${isp}`,
    session !== null && `session-${session}`,
  ].filter((part) => part !== false);
  return {
    ...{ host: proxy.host, port: proxy.port, protocol: 'http', password: proxy.password },
    username: [proxy.username, ...parameters].join('-'),
  };
}

function refuseChoices(request: ProxyTestRequest): void {
  const given = Object.entries(request).filter(([, value]) => value !== null);
  if (given.length === 0) return;
  const problem = 'A datacenter proxy has one address, which stays the same.';
  throw invalidFields(Object.fromEntries(given.map(([field]) => [field, [problem]])));
}

const testUnavailable = (): DomainError =>
  new DomainError(
    'unavailable',
    'TEST_UNAVAILABLE',
    'Proxies cannot be tested from here at the moment. Your proxy is not affected.',
  );
