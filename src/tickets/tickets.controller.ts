import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, RateLimit } from '../common/http/api.decorators';
import { ParseIdPipe } from '../common/http/request.pipes';
import { AllowApiKey, Authenticated, CurrentActor } from '../common/security/access.decorators';
import type { Actor } from '../common/security/actor';
import { MINUTE } from '../common/time/clock';
import {
  OpenTicketDto,
  TicketData,
  TicketListData,
  TicketListQuery,
  TicketMessageDto,
  TicketReadDto,
  UnreadTicketsData,
} from './tickets.dto';
import { TicketsService } from './tickets.service';

const UNKNOWN = 'You have no such ticket.';
/** Of one person. */
const MESSAGES = 30;
const OVER = 15 * MINUTE;

@ApiTags('Support')
@Controller('tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  /** Your conversations with support, the last changed first, searched by number and subject. */
  @Get()
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A parameter is invalid.' })
  listTickets(
    @CurrentActor() actor: Actor,
    @Query() query: TicketListQuery,
  ): Promise<TicketListData> {
    return this.tickets.list(actor, query);
  }

  /** Writes to support. Answers are in the ticket, and are sent by email. */
  @Post()
  @Authenticated('user')
  @RateLimit('tickets', MESSAGES, OVER)
  @ApiErrors({
    404: 'TICKET_CONTEXT_NOT_FOUND: you have no such proxy or order.',
    409: 'TOO_MANY_TICKETS: 20 tickets are open.',
    422: 'A field is missing or invalid.',
  })
  @Envelope({ message: true })
  openTicket(@CurrentActor() actor: Actor, @Body() body: OpenTicketDto): Promise<TicketData> {
    return this.tickets.open(actor, body);
  }

  /** A ticket with its messages. */
  @Get(':id')
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiErrors({ 404: UNKNOWN })
  getTicket(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<TicketData> {
    return this.tickets.get(actor, id);
  }

  /** Writes another message, which opens a closed ticket again. */
  @Post(':id/messages')
  @Authenticated('user')
  @RateLimit('tickets', MESSAGES, OVER)
  @ApiErrors({ 404: UNKNOWN, 422: 'The message is missing or too long.' })
  @Envelope({ message: true })
  replyToTicket(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: TicketMessageDto,
  ): Promise<TicketData> {
    return this.tickets.reply(actor, id, body);
  }

  /** Closes a ticket. */
  @Post(':id/close')
  @HttpCode(200)
  @Authenticated('user')
  @ApiErrors({ 404: UNKNOWN, 409: 'TICKET_CLOSED.' })
  @Envelope({ message: true })
  closeTicket(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<TicketData> {
    return this.tickets.close(actor, id);
  }

  /** Marks the messages of a ticket as read, up to the one given. */
  @Post(':id/read')
  @HttpCode(200)
  @Authenticated('user')
  @ApiErrors({ 404: UNKNOWN, 422: '`message_id` is invalid.' })
  markTicketRead(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { message_id }: TicketReadDto,
  ): Promise<UnreadTicketsData> {
    return this.tickets.markRead(actor, id, message_id);
  }
}
