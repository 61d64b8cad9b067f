import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor, SessionActor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnAccount,
  CurrentActor,
} from '../../common/security/access.decorators';
import { SessionResponse } from './sessions.dto';
import { SessionsService } from './sessions.service';

@ApiTags('Profile')
@Controller('profile/sessions')
export class ProfileSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /** Your active sessions, most recently used first. */
  @Get()
  @Authenticated()
  @OwnAccount()
  @AllowApiKey('read')
  @Envelope({ name: 'Sessions', description: 'Most recently used first.' })
  listSessions(@CurrentActor() actor: Actor): Promise<SessionResponse[]> {
    return this.sessions.list(actor);
  }

  /**
   * Revokes one of your sessions; revoking the current one signs you out. Another needs a sign-in within the
   * last 15 minutes.
   */
  @Delete(':id')
  @Authenticated()
  @OwnAccount()
  @ApiErrors({ 403: 'REAUTHENTICATION_REQUIRED.', 404: 'You have no such session.' })
  async revokeSession(
    @CurrentActor() actor: SessionActor,
    @Param('id') id: string,
  ): Promise<MessageResponse> {
    return this.sessions.end(actor, id).then(() => message('That device has been signed out.'));
  }
}
