import { Injectable, Logger } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Origin } from '../../common/security/actor';
import { Clock, MINUTE } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';

/**
 * Tells the audit of notifications that were not signed by the provider: the first at once, then at
 * most one row a minute per process with a count, so that a flood of them cannot fill the log.
 */
@Injectable()
export class WebhookRefusals {
  private readonly logger = new Logger(WebhookRefusals.name);
  private quietUntil = 0;
  private untold = 0;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  async note(origin: Origin, reason: string): Promise<void> {
    const now = this.clock.now().getTime();
    this.untold += 1;
    if (now < this.quietUntil) return;
    const count = this.untold;
    this.untold = 0;
    this.quietUntil = now + MINUTE;
    this.logger.warn({ ip: origin.ip, reason, count }, 'Payment notification refused');
    await this.uow.run(() =>
      this.audit.record(origin, {
        action: 'payment.webhook_refused',
        target: 'payments:webhook',
        details: `${count} payment notification(s) refused since the last such row; this one: ${reason}`,
      }),
    );
  }
}
