import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { MailModule } from '../mail/mail.module';
import { UsersModule } from '../users/users.module';
import { WebhookClient } from './delivery/webhook-client';
import { WebhookDeliveryRepository } from './delivery/webhook-delivery.repository';
import { WebhookDeliveryService } from './delivery/webhook-delivery.service';
import { WebhooksProcessor } from './jobs/webhooks.processor';
import { WebhooksModule } from './webhooks.module';

/** Calls webhooks, in the worker. */
@Module({
  imports: [AuditModule, MailModule, UsersModule, WebhooksModule],
  providers: [WebhookClient, WebhookDeliveryRepository, WebhookDeliveryService, WebhooksProcessor],
  exports: [WebhookDeliveryService],
})
export class WebhooksJobsModule {}
