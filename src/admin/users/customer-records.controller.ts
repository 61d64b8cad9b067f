import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope, RateLimit } from '../../common/http/api.decorators';
import { ReasonDto } from '../../common/http/common.dto';
import { PageQuery } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor, SessionActor } from '../../common/security/actor';
import type { CheckedTransfersData, NairaAccountData } from '../../payments/payments.types';
import {
  AddUserNoteDto,
  RelatedUsersData,
  StaffViewData,
  UserMailsData,
  UserNotesData,
  UserSessionsData,
} from './customer-records.dto';
import { CustomerRecordsService } from './customer-records.service';

const UNKNOWN = 'No open account has this id.';
/** Calls a minute and person: each asks the payment provider. */
const CHECKS_PER_MINUTE = 10;

@ApiTags('Admin users')
@ApiErrors({ 404: UNKNOWN })
@Controller('admin/users/:id')
export class CustomerRecordsController {
  constructor(private readonly records: CustomerRecordsService) {}

  /** Where the user signed in, newest first. */
  @Get('sessions')
  @StaffOnly('users.read')
  adminListUserSessions(@Param('id', ParseIdPipe) id: number): Promise<UserSessionsData> {
    return this.records.listSessions(id);
  }

  /** Customers who signed in from an address of the user in the last 30 days. Many share those of mobile networks. */
  @Get('related')
  @StaffOnly('users.read')
  adminListRelatedUsers(@Param('id', ParseIdPipe) id: number): Promise<RelatedUsersData> {
    return this.records.listRelated(id);
  }

  /** Signs the user out on one device, immediately. Needs a sign-in within the last 15 minutes. */
  @Delete('sessions/:sessionId')
  @StaffOnly('users.manage')
  @ApiErrors({
    403: 'REAUTHENTICATION_REQUIRED.',
    404: `${UNKNOWN} \`SESSION_NOT_FOUND\`: it has ended.`,
  })
  @Envelope({ message: true })
  adminEndUserSession(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Param('sessionId') sessionId: string,
  ): Promise<UserSessionsData> {
    return this.records.endSession(actor, id, sessionId);
  }

  /** Mails to the user's present address, newest first. Sent ones are stored for 30 days. */
  @Get('mails')
  @StaffOnly('users.read')
  adminListUserMails(
    @Param('id', ParseIdPipe) id: number,
    @Query() query: PageQuery,
  ): Promise<UserMailsData> {
    return this.records.listMails(id, query);
  }

  /** Sends a mail again, with the same content. */
  @Post('mails/:mailId/resend')
  @HttpCode(200)
  @StaffOnly('users.manage')
  @ApiErrors({
    404: `${UNKNOWN} \`MAIL_NOT_FOUND\`.`,
    409: '`MAIL_NOT_KEPT`: it is on its way, or had a code or link that works once.',
  })
  @Envelope({ message: true })
  adminResendUserMail(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('mailId', ParseIdPipe) mailId: number,
  ): Promise<UserMailsData> {
    return this.records.resendMail(actor, id, mailId);
  }

  /** Notes of staff about the user, newest first. Customers get them only in the export of their data. */
  @Get('notes')
  @StaffOnly('users.read')
  adminListUserNotes(@Param('id', ParseIdPipe) id: number): Promise<UserNotesData> {
    return this.records.listNotes(id);
  }

  /** Writes a note about the user. */
  @Post('notes')
  @StaffOnly('tickets.manage')
  @ApiCreatedResponse({ type: UserNotesData })
  @ApiErrors({ 422: 'The note is missing or too long.' })
  adminAddUserNote(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { body }: AddUserNoteDto,
  ): Promise<UserNotesData> {
    return this.records.addNote(actor, id, body);
  }

  /** Removes a note of your own. */
  @Delete('notes/:noteId')
  @StaffOnly('tickets.manage')
  @ApiErrors({ 404: `${UNKNOWN} \`NOTE_NOT_FOUND\`: no note of yours has this id.` })
  adminRemoveUserNote(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('noteId', ParseIdPipe) noteId: number,
  ): Promise<UserNotesData> {
    return this.records.removeNote(actor, id, noteId);
  }

  /** The account number at a bank that tops up the customer's wallet. */
  @Get('naira-account')
  @StaffOnly('transactions.read')
  @Envelope({ name: 'AdminNairaAccount' })
  adminGetNairaAccount(@Param('id', ParseIdPipe) id: number): Promise<NairaAccountData> {
    return this.records.getNairaAccount(id);
  }

  /** Asks the payment provider for transfers to that account that are not credited, and credits them. Idempotent. */
  @Post('naira-account/check')
  @HttpCode(200)
  @RateLimit('naira-account', CHECKS_PER_MINUTE)
  @StaffOnly('payments.manage')
  @ApiErrors({
    404: `${UNKNOWN} \`NO_NAIRA_ACCOUNT\`: the customer has none.`,
    502: '`TRANSFERS_UNKNOWN`: the bank did not answer.',
  })
  @Envelope({ name: 'AdminCheckedTransfers', message: true })
  adminCheckTransfers(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<CheckedTransfersData> {
    return this.records.checkTransfers(actor, id);
  }

  /**
   * Opens the shop as the customer sees it, for 15 minutes.
   *
   * With the token every call that is not a read is refused, and so is what shows passwords of proxies. Needs a sign-in within the last 15 minutes, and a role that sees amounts.
   */
  @StaffAction('users.manage', 'view', {
    403: 'REAUTHENTICATION_REQUIRED, or `VIEW_NEEDS_MONEY`: the role does not see amounts.',
    409: '`VIEW_OF_STAFF`: the account belongs to the staff.',
  })
  adminViewAsUser(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<StaffViewData> {
    return this.records.view(actor, id, reason);
  }
}
