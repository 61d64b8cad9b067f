import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { MINUTE, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { PlaceRepository } from '../places/place.repository';
import { ProviderClient } from '../ports/provider-client';
import type { Retraction } from '../ports/proxy-provider.port';
import {
  ExtensionRetractionRepository,
  type DueRetraction,
} from './extension-retraction.repository';

const BATCH_SIZE = 8;
const RETRY_DELAY_MS = 10 * SECOND;

/**
 * Takes refunded extensions back, first at the provider and then from the proxy: at most the period that was
 * bought and no time that is over, and no traffic that is used. The due rows are committed with the refund, so
 * that a crash at any point leaves them due, and the provider takes back once per key.
 */
@Injectable()
export class ExtensionRetractionService {
  private readonly logger = new Logger(ExtensionRetractionService.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly repository: ExtensionRetractionRepository,
    private readonly provider: ProviderClient,
    private readonly places: PlaceRepository,
    private readonly audit: AuditService,
  ) {}

  /** Requires the open unit of work of the refund. */
  async request(orderId: number): Promise<void> {
    if (!(await this.repository.request(orderId)))
      throw new Error(`Order ${orderId} gave nothing that can be taken back`);
    await this.uow.afterCommit(() => this.retractDue(orderId));
  }

  /** @param orderId of one order; else of all. @returns the number of retractions claimed. */
  async retractDue(orderId: number | null = null): Promise<number> {
    for (let claimed = 0; ;) {
      const batch = await this.repository.claim(orderId, BATCH_SIZE);
      if (!batch.length) return claimed;
      await Promise.all(batch.map((due) => this.retract(due)));
      claimed += batch.length;
    }
  }

  /** @returns whether this call took it. */
  private async complete(due: DueRetraction, taken: Retraction): Promise<boolean> {
    const isTaken = await this.repository.complete(due, taken);
    if (isTaken) await this.places.refold(due.proxyId);
    return isTaken;
  }

  /** Catches errors, so that one retraction does not stop the others. */
  private async retract(due: DueRetraction): Promise<void> {
    try {
      const result = await this.provider.retractExtension(due.key);
      if (result.outcome === 'retracted') {
        await this.uow.run(() => this.complete(due, result));
        return;
      }
      this.logger.error({ due, result }, 'The provider did not take an extension back');
      if (result.outcome === 'unknown') return await this.repository.postpone(due, RETRY_DELAY_MS);
      if (result.outcome === 'rejected') return await this.repository.postpone(due, MINUTE);
      await this.uow.run(async () => {
        if (await this.complete(due, { takenBytes: 0n, takenMs: 0n }))
          await this.audit.record('system', {
            action: 'system.alert_raised',
            target: `proxy:${due.proxyId}`,
            details: `Proxy ${due.proxyId}: the provider does not know order ${due.orderId}, so it cannot be taken back`,
          });
      });
    } catch (error) {
      this.logger.error({ err: error, due }, 'Taking an extension back failed');
    }
  }
}
