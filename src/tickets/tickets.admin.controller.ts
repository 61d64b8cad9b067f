import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope } from '../common/http/api.decorators';
import { ParseIdPipe } from '../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../common/security/access.decorators';
import type { Actor } from '../common/security/actor';
import { TicketDeskService } from './ticket-desk.service';
import {
  AdminTicketData,
  AdminTicketListData,
  AdminTicketListQuery,
  AdminTicketMessageDto,
  TicketReadDto,
  UnreadTicketsData,
  UpdateTicketDto,
} from './tickets.dto';

const UNKNOWN = 'No ticket has this id.';

@ApiTags('Admin tickets')
@Controller('admin/tickets')
export class AdminTicketsController {
  constructor(private readonly desk: TicketDeskService) {}

  /** Tickets of all customers, searched by number, subject, and name and email of who wrote. */
  @Get()
  @StaffOnly('tickets.manage')
  @ApiErrors({ 422: 'A parameter is invalid.' })
  adminListTickets(
    @CurrentActor() actor: Actor,
    @Query() query: AdminTicketListQuery,
  ): Promise<AdminTicketListData> {
    return this.desk.list(actor, query);
  }

  /** A ticket with its messages and notes. */
  @Get(':id')
  @StaffOnly('tickets.manage')
  @ApiErrors({ 404: UNKNOWN })
  adminGetTicket(@Param('id', ParseIdPipe) id: number): Promise<AdminTicketData> {
    return this.desk.get(id);
  }

  /** Answers the customer, or writes an internal note. */
  @Post(':id/messages')
  @StaffOnly('tickets.manage')
  @ApiErrors({
    404: UNKNOWN,
    409: 'TICKET_ANSWERED: somebody wrote after `last_message_id`.',
    422: 'A field is missing or invalid.',
  })
  @Envelope({ message: true })
  adminReplyToTicket(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: AdminTicketMessageDto,
  ): Promise<AdminTicketData> {
    return this.desk.reply(actor, id, body);
  }

  /** Changes status, assignee or tags. */
  @Put(':id')
  @StaffOnly('tickets.manage')
  @ApiErrors({ 404: UNKNOWN, 422: 'A field is invalid.' })
  @Envelope({ message: true })
  adminUpdateTicket(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: UpdateTicketDto,
  ): Promise<AdminTicketData> {
    return this.desk.update(actor, id, body);
  }

  /** Marks the messages of a ticket as read for all staff, up to the one given. */
  @Post(':id/read')
  @HttpCode(200)
  @StaffOnly('tickets.manage')
  @ApiErrors({ 404: UNKNOWN, 422: '`message_id` is invalid.' })
  adminMarkTicketRead(
    @Param('id', ParseIdPipe) id: number,
    @Body() { message_id }: TicketReadDto,
  ): Promise<UnreadTicketsData> {
    return this.desk.markRead(id, message_id);
  }
}
