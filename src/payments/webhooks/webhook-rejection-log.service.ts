import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { ClientInfo } from '../../common/security/actor';
import { Clock, MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';

/**
 * Audits notifications with an invalid signature: the first at once, then at most one row per minute and
 * process with a count, so that a flood cannot fill the audit log.
 */
@Injectable()
export class WebhookRejectionLogService {
  private readonly logger = new Logger(WebhookRejectionLogService.name);
  private nextReportAt = 0;
  private unreported = 0;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  async record(client: ClientInfo, reason: string): Promise<void> {
    const now = this.clock.now().getTime();
    this.unreported += 1;
    if (now < this.nextReportAt) return;
    const count = this.unreported;
    this.unreported = 0;
    this.nextReportAt = now + MINUTE;
    this.logger.warn({ ip: client.ip, reason, count }, 'Payment notification refused');
    await this.uow.run(() =>
      this.audit.record(client, {
        action: 'payment.webhook_refused',
        target: 'payments:webhook',
        details: `${count} payment notification(s) refused since the last such row; this one: ${reason}`,
      }),
    );
  }
}
