import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { plainNumber } from '../../audit/audit-changes.types';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { Proxy } from '../proxy.entity';
import type { Protocol, Targeting } from '../proxy.types';

/** Fields left out stay unchanged. */
export interface ProxyConfig {
  readonly protocol?: Protocol;
  readonly targeting?: Targeting;
  readonly ttlMinutes?: number;
}

type Settings = Pick<Proxy, 'protocol' | 'ttlMinutes' | keyof Targeting>;

/** Changes the settings of proxies in service; gateways hear of it with the commit. */
@Injectable()
export class ReconfigurationService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditService,
  ) {}

  /** Requires an open unit of work. @returns false when the proxy is not in service. */
  async apply(
    actor: Actor,
    id: number,
    { protocol, ttlMinutes, targeting }: ProxyConfig,
  ): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    const [before] = await manager.query<Settings[]>(
      `SELECT protocol, ttl_minutes AS "ttlMinutes", country, region, city, isp FROM proxy
       WHERE id = $1 AND status = 'active' AND expires_at > now() FOR NO KEY UPDATE`,
      [id],
    );
    if (!before) return false;
    const changes = {
      ...(protocol !== undefined && { protocol }),
      ...(ttlMinutes !== undefined && { ttlMinutes }),
      ...(targeting && toTargeting(targeting)),
    };
    await manager.update(Proxy, { id }, changes);
    const after = { ...before, ...changes };
    await this.audit.record(actor, {
      action: 'proxy.reconfigured',
      target: `proxy:${id}`,
      details: `Configuration of proxy ${id} changed`,
      before: targeting ? toAuditValues(before) : { protocol: before.protocol },
      after: targeting ? toAuditValues(after) : { protocol: after.protocol },
    });
    return true;
  }
}

const toTargeting = ({ country, region, city, isp }: Targeting): Targeting => ({
  ...{ country, region, city, isp },
});

const toAuditValues = ({ ttlMinutes, ...settings }: Settings) => ({
  ...settings,
  ttlMinutes: ttlMinutes === null ? null : plainNumber(ttlMinutes),
});
