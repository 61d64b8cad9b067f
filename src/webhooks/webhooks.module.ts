import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { BullModule } from '../queue/bull.module';
import { UsersModule } from '../users/users.module';
import { WebhookDelivery, WebhookEvent, Webhook } from './webhook.entity';
import { WebhooksController } from './webhooks.controller';
import { WebhooksService } from './webhooks.service';

/** Webhooks of customers. */
@Module({
  imports: [
    TypeOrmModule.forFeature([Webhook, WebhookDelivery, WebhookEvent]),
    BullModule.registerQueue({ name: 'webhooks' }),
    AuditModule,
    UsersModule,
  ],
  controllers: [WebhooksController],
  providers: [WebhooksService],
  exports: [BullModule, WebhooksService],
})
export class WebhooksModule {}
