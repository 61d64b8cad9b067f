import { Injectable } from '@nestjs/common';
import { findCountryOf } from '../../common/country';
import type { Actor } from '../../common/security/actor';
import { AuditService } from '../../audit/audit.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { AppConfig } from '../../config/app-config';
import {
  refuseForDedicated,
  toConnection,
  toNarrowing,
  toPlaceParameters,
  type Connection,
} from '../connection-lists/connections';
import { toPlaceChoice } from '../proxies.dto';
import { testUnavailable, unknownProxy } from '../proxies.errors';
import { ProxiesService, type OwnedProxy } from '../proxies.service';
import { fetchEchoThroughProxy, ProxyTestFailure } from './echo-through-proxy';
import type { ProxyTestData, ProxyTestDto } from './testing.dto';

/** Uses a proxy once, as its owner's program would, and tells where it leaves or why it does not work. */
@Injectable()
export class ProxyTestService {
  constructor(
    private readonly proxies: ProxiesService,
    private readonly config: AppConfig,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  /** By staff, as bought. It uses the traffic of the customer, too. */
  async testAny(actor: Actor, id: number): Promise<ProxyTestData> {
    const [owner] = await this.uow.manager.query<{ userId: number }[]>(
      `SELECT user_id AS "userId" FROM proxy WHERE id = $1`,
      [id],
    );
    if (!owner) throw unknownProxy();
    const result = await this.test(owner, id, undefined);
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'proxy.tested',
        target: `proxy:${id}`,
        details: `Tested proxy ${id}: ${result.error?.code ?? `left from ${result.exit_ip}`}`,
      }),
    );
    return result;
  }

  /** Expired, suspended and exhausted proxies are tested too: the gateway's answer says so. */
  async test(
    actor: Pick<Actor, 'userId' | 'member'>,
    id: number,
    body: ProxyTestDto | undefined,
  ): Promise<ProxyTestData> {
    const proxy = await this.proxies.get(actor, id);
    const { probeUrl } = this.config.gateway;
    if (probeUrl === undefined) throw testUnavailable();
    const connection = toTestConnection(proxy, body);
    const country_sold = body?.country ?? proxy.country;
    const startedAt = performance.now();
    try {
      const { ip, country } = await fetchEchoThroughProxy(connection, probeUrl);
      const latency_ms = Math.round(performance.now() - startedAt);
      const country_found = country ?? (await findCountryOf(ip));
      return { ok: true, exit_ip: ip, country_sold, country_found, latency_ms, error: null };
    } catch (error) {
      if (!(error instanceof ProxyTestFailure)) throw error;
      const { code, cause, howToFix: how_to_fix } = error.reason;
      const nothing = { exit_ip: null, country_found: null, latency_ms: null };
      return { ok: false, country_sold, ...nothing, error: { code, cause, how_to_fix } };
    }
  }
}

function toTestConnection(proxy: OwnedProxy, body: ProxyTestDto | undefined): Connection {
  const choice = { ...toPlaceChoice(body), session: body?.session ?? null };
  if (proxy.type === 'individual_ipv4')
    refuseForDedicated(
      Object.entries(choice).flatMap(([field, value]) => (value === null ? [] : [field])),
    );
  return toConnection(proxy, { protocol: 'http' }, [
    ...toPlaceParameters(toNarrowing(proxy, choice)),
    choice.session !== null && `session-${choice.session}`,
  ]);
}
