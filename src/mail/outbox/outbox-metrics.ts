import { Injectable } from '@nestjs/common';
import { Metrics } from '../../common/metrics/metrics';
import { MailRepository } from './mail.repository';

/** Gauge of queued mails. */
@Injectable()
export class OutboxMetrics {
  constructor(metrics: Metrics, repository: MailRepository) {
    metrics.gauge('mail_outbox_messages', 'Mails that are still to be sent.', [], async () => [
      { value: await repository.countQueued() },
    ]);
  }
}
