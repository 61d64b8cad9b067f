import { ApiErrors, Envelope, RateLimit, withMessage } from '../../common/http/api.decorators';
import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor, ClientInfo, SessionActor } from '../../common/security/actor';
import {
  Authenticated,
  CurrentActor,
  CurrentClient,
  OwnAccount,
  OwnerOnly,
  Public,
} from '../../common/security/access.decorators';
import {
  InvitationOfferData,
  InviteMemberDto,
  JoinAsNewDto,
  TeamData,
  TeamInvitationResponse,
  TeamRightsDto,
} from './team.dto';
import { InvitationTokenDto, LoginData, REGISTRATIONS_PER_ADDRESS } from '../../auth/auth.types';
import { TeamInvitationsService } from './team-invitations.service';
import { TeamService } from './team.service';

/** Per minute and address. */
const LOOKUPS_PER_ADDRESS = 60;
const RECENT = 'REAUTHENTICATION_REQUIRED: the sign-in is 15 minutes ago or more.';

@ApiTags('Team')
@Controller('user/team')
@Authenticated('user')
@OwnerOnly()
export class TeamController {
  constructor(
    private readonly team: TeamService,
    private readonly invitations: TeamInvitationsService,
  ) {}

  /** The people who act for you with a sign-in of their own, and open invitations. */
  @Get()
  getTeam(@CurrentActor() actor: Actor): Promise<TeamData> {
    return this.team.get(actor);
  }

  /**
   * Mails an invitation, which works for seven days. An open one to the same address is replaced. A team has at most 20
   * members and 20 open invitations.
   */
  @Post('invitations')
  @ApiErrors({
    403: RECENT,
    409: 'TEAM_FULL, or TOO_MANY_INVITATIONS.',
    422: 'A field is invalid, or `errors.email`: the address is your own or of a member.',
  })
  @Envelope({ name: 'SentInvitation', message: true })
  async inviteMember(
    @CurrentActor() actor: SessionActor,
    @Body() body: InviteMemberDto,
  ): Promise<TeamInvitationResponse> {
    const invitation = await this.invitations.invite(actor, body);
    return withMessage(invitation, `The invitation was sent to ${invitation.email}.`);
  }

  /** Revokes an invitation: its link stops working. */
  @Delete('invitations/:id')
  @ApiErrors({ 404: 'You have no such open invitation.' })
  async revokeInvitation(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.invitations.revoke(actor, id);
    return message('The invitation was revoked.');
  }

  /** Changes role and limits of a member, from the next request of the member on. */
  @Put('members/:id')
  @ApiErrors({
    403: RECENT,
    404: 'Your team has no such member.',
    422: 'A field is missing or invalid.',
  })
  async changeMember(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: TeamRightsDto,
  ): Promise<MessageResponse> {
    await this.team.change(actor, id, body);
    return message('The member was changed.');
  }

  /** Removes a member at once. What the member bought stays yours. */
  @Delete('members/:id')
  @ApiErrors({ 404: 'Your team has no such member.' })
  async removeMember(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<MessageResponse> {
    await this.team.remove(actor, id);
    return message('The member was removed.');
  }

  /**
   * Accepts an invitation to the email address of your account. From then on you act for the owner who sent it. Your account must
   * have no balance, payments, rewards, proxies or team of its own.
   */
  @Post('accept')
  @HttpCode(200)
  @OwnAccount()
  @ApiErrors({
    403: 'TEAM_INVITATION_OTHER_EMAIL, or EMAIL_NOT_VERIFIED.',
    404: 'TEAM_INVITATION_INVALID: the invitation was used, revoked or has expired.',
    409: 'ALREADY_IN_TEAM, ACCOUNT_IN_USE or TEAM_FULL.',
    422: 'The token is missing.',
  })
  async acceptInvitation(
    @CurrentActor() actor: Actor,
    @Body() { token }: InvitationTokenDto,
  ): Promise<MessageResponse> {
    await this.invitations.accept(actor, token);
    return message('You joined the team.');
  }

  /** Leaves the team that you are a member of. */
  @Post('leave')
  @HttpCode(200)
  @OwnAccount()
  @ApiErrors({ 404: 'NOT_IN_TEAM.' })
  async leaveTeam(@CurrentActor() actor: Actor): Promise<MessageResponse> {
    await this.team.leave(actor);
    return message('You left the team.');
  }
}

@ApiTags('Team')
@Controller('auth/team-invitation')
export class TeamInvitationController {
  constructor(private readonly invitations: TeamInvitationsService) {}

  /** Who invites whom, for the holder of the link in the email. */
  @Get()
  @Public()
  @RateLimit('team-invitation', LOOKUPS_PER_ADDRESS)
  @Header('Cache-Control', 'no-store')
  @ApiErrors({
    404: 'TEAM_INVITATION_INVALID: the invitation was used, revoked or has expired.',
    422: 'The token is missing.',
  })
  getInvitation(@Query() { token }: InvitationTokenDto): Promise<InvitationOfferData> {
    return this.invitations.getOffer(token);
  }
  /**
   * Opens an account for the invited address, joins the team and signs in. The link of the email proves the address, so that no
   * verification follows.
   */
  @Post('register')
  @HttpCode(200)
  @Public()
  @RateLimit('register', REGISTRATIONS_PER_ADDRESS)
  @ApiErrors({
    404: 'TEAM_INVITATION_INVALID: the invitation was used, revoked or has expired.',
    409: 'TEAM_FULL.',
    422: 'A field is invalid, or `errors.email`: the address already has an account.',
  })
  @Envelope({ message: true })
  async registerMember(
    @Body() body: JoinAsNewDto,
    @CurrentClient() client: ClientInfo,
  ): Promise<LoginData> {
    return withMessage(await this.invitations.register(body, client), 'You joined the team.');
  }
}
