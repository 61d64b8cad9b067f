import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import { noParkedNotices } from '../payments.errors';
import { PaymentWebhookRepository } from './payment-webhook.repository';

export type ParkedNoticeAction = 'retry' | 'dismiss';

const MAX_NAMED = 20;

/** What staff do about notifications that are not tried any more. */
@Injectable()
export class ParkedNoticesService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly webhooks: PaymentWebhookRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Has the sweep try all parked notifications again, or closes them.
   * @throws DomainError conflict NO_PARKED_NOTICES.
   */
  handle(actor: Actor, action: ParkedNoticeAction, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const references = await (action === 'retry'
        ? this.webhooks.retryParked()
        : this.webhooks.dismissParked());
      if (!references.length) throw noParkedNotices();
      const named = [...new Set(references)].slice(0, MAX_NAMED).join(', ');
      await this.audit.record(actor, {
        action: 'payment.notices_handled',
        target: 'payments',
        details: `${action === 'retry' ? 'Retried' : 'Dismissed'} the parked notifications of the card provider (${references.length}: ${named}). ${reason}`,
      });
    });
  }
}
