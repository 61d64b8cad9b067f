import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Req,
  StreamableFile,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiErrors, ApiFile, Envelope, toDownload } from '../common/http/api.decorators';
import { message, MessageResponse } from '../common/http/common.dto';
import { ParseIdPipe } from '../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../common/security/access.decorators';
import type { Actor } from '../common/security/actor';
import { TicketAttachmentsService } from './attachments.service';
import { CannedRepliesService } from './canned-replies.service';
import { TicketDeskService } from './ticket-desk.service';
import { BINARY } from './tickets.controller';
import {
  AdminTicketData,
  AdminTicketListData,
  AdminTicketListQuery,
  AdminTicketMessageDto,
  AttachmentNameQuery,
  CannedRepliesData,
  CannedReplyDto,
  CannedReplyResponse,
  TicketAttachmentResponse,
  TicketReadDto,
  UnreadTicketsData,
  UpdateTicketDto,
} from './tickets.dto';

const UNKNOWN = 'No ticket has this id.';

@ApiTags('Admin tickets')
@Controller('admin/tickets')
export class AdminTicketsController {
  constructor(
    private readonly desk: TicketDeskService,
    private readonly attachments: TicketAttachmentsService,
  ) {}

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

  /** Stores a file for your next message: an image, a PDF or text of up to 5 MB. The body is the file. */
  @Post('attachments')
  @StaffOnly('tickets.manage')
  @ApiConsumes('application/octet-stream')
  @ApiBody(BINARY)
  @ApiErrors({
    409: 'TOO_MANY_ATTACHMENTS: ten files are in no message.',
    413: 'The file has more than 5 MB.',
    422: 'ATTACHMENT_TYPE, by its content.',
  })
  @Envelope({ name: 'UploadedTicketFile' })
  adminUploadTicketFile(
    @CurrentActor() actor: Actor,
    @Query() { name }: AttachmentNameQuery,
    @Req() { body }: FastifyRequest,
  ): Promise<TicketAttachmentResponse> {
    return this.attachments.upload(actor, name, body);
  }

  /** A file of a message, as a download. */
  @Get('attachments/:id')
  @StaffOnly('tickets.manage')
  @ApiFile('The file.', 'application/octet-stream')
  @ApiErrors({ 404: 'No message has this file.' })
  async adminDownloadTicketFile(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<StreamableFile> {
    return toDownload(await this.attachments.download(actor, id));
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

const NO_REPLY = 'No reply has this id.';
const INVALID_REPLY = 'A field is missing or invalid, or the title is taken.';

@ApiTags('Admin tickets')
@Controller('admin/canned-replies')
export class CannedRepliesController {
  constructor(private readonly replies: CannedRepliesService) {}

  /** Texts to insert into answers. */
  @Get()
  @StaffOnly('tickets.manage')
  adminListCannedReplies(): Promise<CannedRepliesData> {
    return this.replies.list();
  }

  /** Adds a text. */
  @Post()
  @StaffOnly('tickets.manage')
  @ApiErrors({ 422: INVALID_REPLY })
  @Envelope({ name: 'SavedCannedReply', message: true })
  adminAddCannedReply(
    @CurrentActor() actor: Actor,
    @Body() body: CannedReplyDto,
  ): Promise<CannedReplyResponse> {
    return this.replies.save(actor, body);
  }

  /** Changes a text. */
  @Put(':id')
  @StaffOnly('tickets.manage')
  @ApiErrors({ 404: NO_REPLY, 422: INVALID_REPLY })
  @Envelope({ name: 'SavedCannedReply', message: true })
  adminChangeCannedReply(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: CannedReplyDto,
  ): Promise<CannedReplyResponse> {
    return this.replies.save(actor, body, id);
  }

  /** Removes a text; answers that have it stay as they are. */
  @Delete(':id')
  @StaffOnly('tickets.manage')
  @ApiErrors({ 404: NO_REPLY })
  async adminRemoveCannedReply(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.replies.remove(actor, id);
    return message('Reply removed.');
  }
}
