import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProviderCalls } from '../provider-calls';
import { ProxySecrets } from '../proxy-secrets';
import { CustodyRepository, type DueScope } from './custody.repository';
import { DueRepository, type DueProxy } from './due.repository';

const SIDE_BY_SIDE = 8;
const ASK_AGAIN_MS = 10 * SECOND;
const PATIENCE_MS = 5 * SECOND;
const POLL_MS = 25;

/**
 * Brings a provider to what our rows say. What is wanted was committed before, so a crash at any
 * point leaves a proxy that is due, and whoever comes next tells the provider again.
 */
@Injectable()
export class ProviderAgreement {
  private readonly logger = new Logger(ProviderAgreement.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly due: DueRepository,
    private readonly custody: CustodyRepository,
    private readonly provider: ProviderCalls,
    private readonly secrets: ProxySecrets,
    private readonly audit: AuditService,
  ) {}

  /** Tells the provider all that is due and nobody else is telling. @returns how many turns it took. */
  async settle(scope: DueScope = {}): Promise<number> {
    for (let turns = 0; ;) {
      const batch = await this.due.claim(scope, SIDE_BY_SIDE);
      if (!batch.length) return turns;
      await Promise.all(batch.map((proxy) => this.tell(proxy)));
      turns += batch.length;
    }
  }

  /** Settles one proxy, waiting for whoever has it at the moment; gives up after five seconds. */
  async settleOne(id: number): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await this.settle({ id })) && Date.now() < deadline) {
      if (!(await this.custody.find(id))?.isDue) return;
      await delay(POLL_MS);
    }
  }

  /** Whatever happens to one, the others are told. */
  private async tell(proxy: DueProxy): Promise<void> {
    try {
      if (proxy.credentialsDue && !(await this.reissue(proxy))) return;
      await this.tellStatus(proxy);
    } catch (error) {
      this.logger.error({ err: error, proxyId: proxy.id }, 'A provider could not be told');
    }
  }

  private async tellStatus(proxy: DueProxy): Promise<void> {
    const { id, apiId, status } = proxy;
    if (status === 'expired') return this.due.agree(proxy, status);
    const result = await (status === 'active'
      ? this.provider.resume(apiId)
      : this.provider.suspend(apiId));
    if (result.outcome === 'done') return this.due.agree(proxy, status);
    this.logger.error({ proxyId: id, status, result }, 'A provider did not take over a status');
    if (result.outcome !== 'missing')
      return this.due.postpone(proxy, result.outcome === 'unknown' ? ASK_AGAIN_MS : MINUTE);
    await this.alert(id, `the provider does not know it, so it cannot be made ${status}`);
    await this.due.agree(proxy, status);
  }

  /** @returns false when it has to be asked for again, later, or somebody else has done so. */
  private async reissue(proxy: DueProxy): Promise<boolean> {
    const { id, uuid, apiId } = proxy;
    const result = await this.provider.reissueCredentials(apiId);
    if (result.outcome === 'unknown') {
      this.logger.warn({ proxyId: id, result }, 'It is not known which credentials are valid');
      await this.due.postpone(proxy, ASK_AGAIN_MS);
      return false;
    }
    if (result.outcome === 'done') {
      const encrypted = this.secrets.encrypt(uuid, result.password);
      return this.uow.run(() => this.custody.storeCredentials(proxy, result.username, encrypted));
    }
    this.logger.error({ proxyId: id, result }, 'A provider gave no new credentials');
    return this.uow.run(async () => {
      if (!(await this.custody.dropCredentials(proxy))) return false;
      await this.alert(id, 'the provider gave no new credentials; the old ones stay valid');
      return true;
    });
  }

  private alert(id: number, what: string): Promise<void> {
    return this.uow.run(() =>
      this.audit.record('system', {
        action: 'system.alert_raised',
        target: `proxy:${id}`,
        details: `Proxy ${id}: ${what}`,
      }),
    );
  }
}
