import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  StreamableFile,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiErrors, ApiFile, Envelope, RateLimit, toDownload } from '../common/http/api.decorators';
import { message, MessageResponse } from '../common/http/common.dto';
import { ParseIdPipe } from '../common/http/request.pipes';
import {
  AllowApiKey,
  Authenticated,
  CurrentActor,
  Public,
} from '../common/security/access.decorators';
import type { Actor } from '../common/security/actor';
import { MINUTE } from '../common/time/clock';
import { TicketAttachmentsService } from './attachments.service';
import { InboundMailService } from './mail/inbound-mail.service';
import {
  AttachmentNameQuery,
  OpenTicketDto,
  TicketData,
  TicketListData,
  TicketListQuery,
  TicketAttachmentResponse,
  TicketReplyDto,
  TicketReadDto,
  UnreadTicketsData,
} from './tickets.dto';
import { TicketsService } from './tickets.service';

const UNKNOWN = 'You have no such ticket.';
/** Of one person. */
const MESSAGES = 30;
const OVER = 15 * MINUTE;
/** Of the mail server of the shop. */
const MAILS_PER_MINUTE = 120;

export const BINARY = { schema: { type: 'string', format: 'binary' } } as const;

@ApiTags('Support')
@Controller('tickets')
export class TicketsController {
  constructor(
    private readonly tickets: TicketsService,
    private readonly attachments: TicketAttachmentsService,
    private readonly mail: InboundMailService,
  ) {}

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

  /** Stores a file for your next message: an image, a PDF or text of up to 5 MB. The body is the file. */
  @Post('attachments')
  @Authenticated('user')
  @RateLimit('ticket-files', MESSAGES, OVER)
  @ApiConsumes('application/octet-stream')
  @ApiBody(BINARY)
  @ApiErrors({
    409: 'TOO_MANY_ATTACHMENTS: ten files are in no message.',
    413: 'The file has more than 5 MB.',
    422: 'ATTACHMENT_TYPE, by its content.',
  })
  @Envelope({ name: 'UploadedTicketFile' })
  uploadTicketFile(
    @CurrentActor() actor: Actor,
    @Query() { name }: AttachmentNameQuery,
    @Req() { body }: FastifyRequest,
  ): Promise<TicketAttachmentResponse> {
    return this.attachments.upload(actor, name, body);
  }

  /** A file of a message, as a download. */
  @Get('attachments/:id')
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiFile('The file.', 'application/octet-stream')
  @ApiErrors({ 404: 'You have no such file.' })
  async downloadTicketFile(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<StreamableFile> {
    return toDownload(await this.attachments.download(actor, id));
  }

  /** Takes a mail that a customer sent in answer to one about a ticket. The body is the mail, as it was received. */
  @Post('inbound')
  @HttpCode(200)
  @Public()
  @RateLimit('inbound-mail', MAILS_PER_MINUTE)
  @ApiConsumes('message/rfc822')
  @ApiBody(BINARY)
  @ApiHeader({ name: 'x-inbound-secret', required: true })
  @ApiErrors({ 401: 'The secret is wrong.', 404: 'Mail is not received here.' })
  async receiveTicketMail(
    @Req() { body }: FastifyRequest,
    @Headers('x-inbound-secret') secret?: string,
  ): Promise<MessageResponse> {
    this.mail.assertSecret(secret);
    const outcome = await this.mail.receive(body);
    return message(typeof outcome === 'number' ? 'Received' : `Ignored: ${outcome}`);
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
    @Body() body: TicketReplyDto,
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
