import { Injectable, Logger } from '@nestjs/common';
import { plainNumber } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProviderClient } from '../ports/provider-client';
import type { SyncStep } from '../provider-sync/sync-step';
import type { ConfigRequest } from './config-request';
import {
  ProxyConfigurationRepository,
  type AppliedConfig,
  type ClaimedConfig,
} from './proxy-configuration.repository';

/** Sends a requested configuration to the provider and stores the result, under the lease of the proxy. */
@Injectable()
export class ProxyReconfigurationService {
  private readonly logger = new Logger(ProxyReconfigurationService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ProxyConfigurationRepository,
    private readonly provider: ProviderClient,
    private readonly audit: AuditService,
  ) {}

  async apply(
    claimed: ClaimedConfig & { readonly apiId: string },
    request: ConfigRequest,
  ): Promise<SyncStep> {
    const result = await this.provider.reconfigure(claimed.apiId, request.config);
    if (result.outcome === 'done') return this.store(claimed, request);
    this.logger.error({ proxyId: claimed.id, result }, 'A proxy could not be reconfigured');
    if (result.outcome === 'unknown') return 'retry';
    return this.cancel(claimed);
  }

  async cancel(claimed: ClaimedConfig): Promise<SyncStep> {
    return (await this.repository.cancel(claimed)) ? 'done' : 'lease-lost';
  }

  private store(claimed: ClaimedConfig, { config, actor }: ConfigRequest): Promise<SyncStep> {
    return this.uow.run(async () => {
      const before = await this.repository.storeApplied(claimed, config);
      if (!before) return 'lease-lost';
      const { protocol, ttlMinutes, targeting } = config;
      const after = {
        ...before,
        ...(protocol !== undefined && { protocol }),
        ...(ttlMinutes !== undefined && { ttlMinutes }),
        ...targeting,
      };
      const isPool = targeting !== undefined;
      await this.audit.record(actor, {
        action: 'proxy.reconfigured',
        target: `proxy:${claimed.id}`,
        details: `Configuration of proxy ${claimed.id} changed`,
        before: isPool ? toAuditValues(before) : { protocol: before.protocol },
        after: isPool ? toAuditValues(after) : { protocol: after.protocol },
      });
      return 'done';
    });
  }
}

const toAuditValues = ({ protocol, ttlMinutes, country, region, city, isp }: AppliedConfig) => ({
  protocol,
  ttlMinutes: ttlMinutes === null ? null : plainNumber(ttlMinutes),
  country,
  region,
  city,
  isp,
});
