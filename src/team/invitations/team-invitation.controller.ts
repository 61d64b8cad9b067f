import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { Public } from '../../common/security/access.decorators';
import { InvitationTokenDto, InvitationOfferData, toInvitationOffer } from '../team.dto';
import { TeamInvitationsService } from './team-invitations.service';

/** Per minute and address. */
const LOOKUPS_PER_ADDRESS = 60;

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
  async getInvitation(@Query() { token }: InvitationTokenDto): Promise<InvitationOfferData> {
    return toInvitationOffer(await this.invitations.getOffer(token));
  }
}
