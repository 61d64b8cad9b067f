import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../audit/audit.module';
import { UsersModule } from '../users/users.module';
import { Ticket, TicketMessage } from './ticket.entity';
import { TicketDeskService } from './ticket-desk.service';
import { TicketNotificationSourceService } from './notification-source.service';
import { AdminTicketsController } from './tickets.admin.controller';
import { TicketsController } from './tickets.controller';
import { TicketsService } from './tickets.service';

/** Conversations of customers with the staff. */
@Module({
  imports: [TypeOrmModule.forFeature([Ticket, TicketMessage]), AuditModule, UsersModule],
  controllers: [TicketsController, AdminTicketsController],
  providers: [TicketDeskService, TicketNotificationSourceService, TicketsService],
  exports: [TicketNotificationSourceService, TicketsService],
})
export class TicketsModule {}
