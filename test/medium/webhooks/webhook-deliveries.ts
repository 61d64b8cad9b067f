import type { INestApplicationContext } from '@nestjs/common';
import { AuditService } from '../../../src/audit/audit.service';
import { AppConfig } from '../../../src/config/app-config';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { MailService } from '../../../src/mail/mail.service';
import { JobQueue } from '../../../src/queue/job-queue';
import { UsersService } from '../../../src/users/users.service';
import { WebhookClient } from '../../../src/webhooks/webhook-client';
import {
  WebhookDeliveryRepository,
  WebhookDeliveryService,
} from '../../../src/webhooks/webhook-delivery.service';

/** The worker's part, on the database of an API process. */
export function createDeliveries(app: INestApplicationContext): WebhookDeliveryService {
  const config = app.get(AppConfig);
  const uow = app.get(UnitOfWork);
  return new WebhookDeliveryService(
    config,
    new WebhookDeliveryRepository(uow),
    new WebhookClient(config),
    app.get(UsersService, { strict: false }),
    app.get(MailService, { strict: false }),
    app.get(AuditService, { strict: false }),
    app.get(JobQueue, { strict: false }),
    uow,
  );
}
