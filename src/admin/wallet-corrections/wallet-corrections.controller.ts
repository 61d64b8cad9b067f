import { Envelope, ApiErrors, IdempotencyKey, Idempotent } from '../../common/http/api.decorators';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import {
  CurrentActor,
  CurrentClient,
  Public,
  StaffOnly,
} from '../../common/security/access.decorators';
import { message, MessageResponse, ReasonDto } from '../../common/http/common.dto';
import { StaffAction } from '../../common/http/staff-action.decorator';
import {
  ApprovalData,
  CorrectWalletDto,
  ListCorrectionsQuery,
  StopProposalDto,
  WalletCorrectionListData,
  WalletCorrectionData,
} from './wallet-corrections.dto';
import { WalletCorrectionsQueries } from './wallet-corrections.queries';
import { StaffChangesService, WalletCorrectionsService } from './wallet-corrections.service';

const UNKNOWN = 'No wallet correction has this id.';
const TOO_POOR = 'The debit exceeds the balance; `errors` has the figures.';

@ApiTags('Admin wallet corrections')
@Controller('admin')
export class WalletCorrectionsController {
  constructor(
    private readonly corrections: WalletCorrectionsService,
    private readonly changes: StaffChangesService,
    private readonly queries: WalletCorrectionsQueries,
  ) {}

  /**
   * Everything that waits for a second person, oldest first: movements of money, rights and limits. Each is approved under `wallet-corrections` with its id.
   */
  @Get('approvals')
  @StaffOnly('approvals.read')
  @Envelope({ name: 'Approvals' })
  listApprovals(): Promise<ApprovalData[]> {
    return this.queries.listAwaiting();
  }

  /** Corrections of wallets by staff, and proposals of other movements and of rights and limits, newest first. */
  @Get('wallet-corrections')
  @StaffOnly('approvals.read')
  listWalletCorrections(
    @CurrentActor() actor: Actor,
    @Query() query: ListCorrectionsQuery,
  ): Promise<WalletCorrectionListData> {
    return this.queries.list(actor, query);
  }

  /**
   * Credits or debits a wallet. Above the limit of the settings it is only proposed, and posted when another
   * admin approves it. Accounts of staff can only be debited.
   */
  @Post('users/:id/wallet-corrections')
  @StaffOnly('wallets.manage')
  @Idempotent()
  @ApiErrors({
    402: TOO_POOR,
    404: 'No open account has this id.',
    409: '`STAFF_NOT_FUNDED`: a staff account is not credited.',
    422: 'A field is missing or invalid.',
  })
  @Envelope({ message: true })
  correctWallet(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: CorrectWalletDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<WalletCorrectionData> {
    return this.corrections.correct(actor, id, body, key);
  }

  /**
   * Takes a mistaken funding out of the wallet by its exact opposite, once; above the limit it is proposed.
   * Nothing is taken while the wallet holds less: what was spent stays spent.
   */
  @Post('transactions/:id/reverse-funding')
  @StaffOnly('wallets.manage')
  @Idempotent()
  @ApiErrors({
    402: '`FUNDING_SPENT`: the wallet holds less than was funded; `errors` has the figures.',
    404: 'No funding by staff has this id.',
    409: '`FUNDING_NOT_REVERSIBLE`: it was reversed, or a reversal waits for approval.',
    422: 'The reason is missing or too long.',
  })
  @Envelope({ message: true })
  reverseFunding(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<WalletCorrectionData> {
    return this.corrections.reverseFunding(actor, id, reason, key);
  }

  /**
   * Approves a proposal of another admin and carries it out. Whoever has been an admin for less than 24 hours cannot
   * approve; rights and limits need a sign-in within the last 15 minutes.
   */
  @Post('wallet-corrections/:id/approve')
  @HttpCode(200)
  @StaffOnly('approvals.decide')
  @Idempotent()
  @ApiErrors({
    402: TOO_POOR,
    403: '`OWN_PROPOSAL`: another admin has to approve it. `APPROVER_TOO_NEW`: an admin of less than 24 hours. `REAUTHENTICATION_REQUIRED` for rights and limits.',
    404: UNKNOWN,
    409: '`CORRECTION_DECIDED`, `CORRECTION_EXPIRED`, `PROPOSAL_OUTDATED`, `STAFF_NOT_FUNDED` or what the movement itself answers.',
  })
  @Envelope({ message: true })
  approveWalletCorrection(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<WalletCorrectionData> {
    return this.changes.approve(actor, id);
  }

  /** Rejects a proposal, which needs the permission to decide, or withdraws an own one. No money moves. */
  @Idempotent()
  @StaffAction('approvals.read', 'wallet-corrections/:id/reject', {
    403: 'The proposal of somebody else needs the permission `approvals.decide`.',
    404: UNKNOWN,
    409: '`CORRECTION_DECIDED`.',
  })
  @Envelope({ message: true })
  rejectWalletCorrection(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<WalletCorrectionData> {
    return this.corrections.reject(actor, id, reason);
  }

  /** Reverses a posted correction by its exact opposite, once; above the limit it is proposed. */
  @Post('wallet-corrections/:id/reverse')
  @StaffOnly('wallets.manage')
  @Idempotent()
  @ApiErrors({
    402: TOO_POOR,
    404: UNKNOWN,
    409: '`CORRECTION_NOT_REVERSIBLE` or `STAFF_NOT_FUNDED`.',
    422: 'The reason is missing or too long.',
  })
  @Envelope({ message: true })
  reverseWalletCorrection(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
    @IdempotencyKey() key: string | undefined,
  ): Promise<WalletCorrectionData> {
    return this.corrections.reverse(actor, id, reason, key);
  }
}

/** For the link in the mail about a proposal of a shop with one admin. */
@ApiTags('Admin wallet corrections')
@Controller('admin/approvals')
export class ProposalLinksController {
  constructor(private readonly corrections: WalletCorrectionsService) {}

  /** Stops a proposal that would be carried out without a second admin. */
  @Post('stop')
  @HttpCode(200)
  @Public()
  @ApiErrors({
    404: 'No proposal has this link.',
    409: '`CORRECTION_DECIDED`: it was carried out or has expired.',
    422: 'A field is missing or invalid.',
  })
  async stopProposal(
    @CurrentClient() client: ClientInfo,
    @Body() { id, signature }: StopProposalDto,
  ): Promise<MessageResponse> {
    await this.corrections.stop(client, id, signature);
    return message('The proposal was stopped. No money has moved.');
  }
}
