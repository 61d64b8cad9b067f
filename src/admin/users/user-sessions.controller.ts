import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { SessionActor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { SessionsEndedData, toSessionsEnded } from './users.response';
import { UserSessionsService } from './user-sessions.service';

@ApiTags('Admin users')
@Controller('admin/users/:id')
export class UserSessionsController {
  constructor(private readonly sessions: UserSessionsService) {}

  /**
   * Signs a user out everywhere, immediately. Of your own account the present session stays. Needs a sign-in
   * within the last 15 minutes.
   */
  @Post('end-sessions')
  @HttpCode(200)
  @Authenticated('admin')
  @ApiErrors({ 403: 'REAUTHENTICATION_REQUIRED.', 404: 'No open account has this id.' })
  @Envelope({ message: true })
  async adminEndSessions(
    @CurrentActor() actor: SessionActor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<SessionsEndedData> {
    return toSessionsEnded(await this.sessions.endAll(actor, id));
  }
}
