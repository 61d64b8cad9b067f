import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { TicketAttachmentsService } from './attachments.service';
import { CannedRepliesService } from './canned-replies.service';
import { InboundMailService } from './mail/inbound-mail.service';
import { CannedReply, Ticket, TicketAttachment, TicketMessage } from './ticket.entity';
import { TicketDeskService } from './ticket-desk.service';
import { TicketNotificationSourceService } from './notification-source.service';
import { AdminTicketsController, CannedRepliesController } from './tickets.admin.controller';
import { TicketsController } from './tickets.controller';
import { TicketsService } from './tickets.service';

/** Conversations of customers with the staff. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CannedReply, Ticket, TicketAttachment, TicketMessage]),
    AuditModule,
    UsersModule,
  ],
  controllers: [TicketsController, AdminTicketsController, CannedRepliesController],
  providers: [
    CannedRepliesService,
    InboundMailService,
    TicketAttachmentsService,
    TicketDeskService,
    TicketNotificationSourceService,
    TicketsService,
  ],
  exports: [TicketNotificationSourceService, TicketsService],
})
export class TicketsModule {}
