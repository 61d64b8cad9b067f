import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyReconfigurationService } from '../configuration/proxy-reconfiguration.service';
import { CHANGE_TIMEOUT_MS, ProviderClient } from '../ports/provider-client';
import { ProxyPasswordService } from '../proxy-password.service';
import { ProxyLifecycleRepository, type SyncScope } from '../lifecycle/proxy-lifecycle.repository';
import { LEASE_MS, ProviderSyncRepository, type ClaimedProxy } from './provider-sync.repository';
import type { SyncStep } from './sync-step';

const CONCURRENCY = 8;
const RETRY_DELAY_MS = 10 * SECOND;
const WAIT_TIMEOUT_MS = 5 * SECOND;
const POLL_INTERVAL_MS = 25;

/**
 * Sends the desired status and the requests for credentials and configurations of due proxies to the provider. The rows were
 * committed before, so a crash at any point leaves them due and the next run repeats the call.
 */
@Injectable()
export class ProviderSyncService {
  private readonly logger = new Logger(ProviderSyncService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ProviderSyncRepository,
    private readonly lifecycle: ProxyLifecycleRepository,
    private readonly provider: ProviderClient,
    private readonly passwords: ProxyPasswordService,
    private readonly reconfiguration: ProxyReconfigurationService,
    private readonly audit: AuditService,
  ) {}

  /** Syncs all due proxies that no other caller has leased. @returns the number of proxies claimed. */
  async syncDue(scope: SyncScope = {}): Promise<number> {
    for (let claimed = 0; ;) {
      const leaseEnd = performance.now() + LEASE_MS;
      const batch = await this.repository.claim(scope, CONCURRENCY);
      if (!batch.length) return claimed;
      await Promise.all(batch.map((proxy) => this.sync(proxy, leaseEnd)));
      claimed += batch.length;
    }
  }

  /** Syncs one proxy, waiting up to five seconds while another caller has the lease. */
  async syncOne(id: number): Promise<void> {
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    while (!(await this.syncDue({ id })) && Date.now() < deadline) {
      if (!(await this.lifecycle.find(id))?.isSyncPending) return;
      await delay(POLL_INTERVAL_MS);
    }
  }

  /** Catches errors, so that one proxy does not stop the others. */
  private async sync(proxy: ClaimedProxy, leaseEnd: number): Promise<void> {
    try {
      // A call whose timeout is after the end of the lease could overlap with one of the next lease.
      const isLeaseEnding = () => performance.now() + CHANGE_TIMEOUT_MS > leaseEnd;
      if (isLeaseEnding()) return;
      const credentials = await this.syncCredentials(proxy);
      if (credentials === 'lease-lost' || isLeaseEnding()) return;
      const configuration = await this.syncConfiguration(proxy);
      if (configuration === 'lease-lost' || isLeaseEnding()) return;
      await this.syncStatus(proxy, [credentials, configuration].includes('retry'));
    } catch (error) {
      this.logger.error(
        { err: error, proxyId: proxy.id },
        'The sync of a proxy with its provider failed',
      );
    }
  }

  private async syncConfiguration(proxy: ClaimedProxy): Promise<SyncStep> {
    const { configRequest, status } = proxy;
    if (!configRequest) return 'done';
    if (status === 'expired') return this.reconfiguration.cancel(proxy);
    return this.reconfiguration.apply(proxy, configRequest);
  }

  /** @param isIncomplete whether another call has to be repeated. */
  private async syncStatus(proxy: ClaimedProxy, isIncomplete: boolean): Promise<void> {
    const { id, apiId, status } = proxy;
    const finish = () =>
      isIncomplete
        ? this.repository.postpone(proxy, RETRY_DELAY_MS)
        : this.repository.complete(proxy, status);
    if (status === 'expired') return finish();
    const result = await (status === 'active'
      ? this.provider.resume(apiId)
      : this.provider.suspend(apiId));
    if (result.outcome === 'done') return finish();
    this.logger.error({ proxyId: id, status, result }, 'The provider did not apply a status');
    if (result.outcome !== 'missing')
      return this.repository.postpone(
        proxy,
        result.outcome === 'unknown' ? RETRY_DELAY_MS : MINUTE,
      );
    await this.raiseAlert(id, `the provider does not know it, so it cannot be made ${status}`);
    await finish();
  }

  private async syncCredentials(proxy: ClaimedProxy): Promise<SyncStep> {
    const { id, uuid, apiId, credentialsDue } = proxy;
    if (!credentialsDue) return 'done';
    const result = await this.provider.reissueCredentials(apiId);
    if (result.outcome === 'unknown') {
      this.logger.warn({ proxyId: id, result }, 'The result of a credentials reissue is unknown');
      return 'retry';
    }
    if (result.outcome === 'done') {
      const encrypted = this.passwords.encrypt(uuid, result.password);
      return this.uow.run(async () =>
        (await this.lifecycle.storeCredentials(proxy, result.username, encrypted))
          ? 'done'
          : 'lease-lost',
      );
    }
    this.logger.error({ proxyId: id, result }, 'The provider refused new credentials');
    return this.uow.run(async () => {
      if (!(await this.lifecycle.cancelCredentialsRequest(proxy))) return 'lease-lost';
      await this.raiseAlert(id, 'the provider gave no new credentials; the old ones stay valid');
      return 'done';
    });
  }

  private raiseAlert(id: number, problem: string): Promise<void> {
    return this.uow.run(() =>
      this.audit.record('system', {
        action: 'system.alert_raised',
        target: `proxy:${id}`,
        details: `Proxy ${id}: ${problem}`,
      }),
    );
  }
}
