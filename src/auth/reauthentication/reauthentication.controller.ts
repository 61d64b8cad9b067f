import { Envelope, ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { Authenticated, OwnAccount, CurrentActor } from '../../common/security/access.decorators';
import { LoginData, toLoginResponse } from '../login/login.dto';
import { LOGINS_PER_ADDRESS } from '../rate-limits/rate-limit.policies';
import { ReauthenticateDto } from './reauthentication.dto';
import { ReauthenticationService } from './reauthentication.service';

@ApiTags('Authentication')
@Controller('auth')
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  /**
   * Confirms the sign-in, after 403 REAUTHENTICATION_REQUIRED. The new token replaces the one of the call,
   * which stops working. An account without a password signs in with Google again instead.
   */
  @Post('reauthenticate')
  @HttpCode(200)
  @Authenticated()
  @OwnAccount()
  @RateLimit('sign-in', LOGINS_PER_ADDRESS)
  @ApiErrors({
    403: 'FIRST_PASSWORD_EXPIRED.',
    422: '`errors.password` or `errors.code`; the session stays as it is.',
  })
  @Envelope({ message: true })
  async reauthenticate(
    @CurrentActor() actor: Actor,
    @Body() body: ReauthenticateDto,
  ): Promise<LoginData> {
    return toLoginResponse(
      await this.reauthentication.reauthenticate(actor, body),
      'Your sign-in is confirmed.',
    );
  }
}
