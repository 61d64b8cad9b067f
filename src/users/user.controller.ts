import { Envelope } from '../common/http/envelope.decorator';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../common/security/actor';
import { AllowApiKey } from '../common/security/allow-api-key.decorator';
import { Authenticated } from '../common/security/authenticated.decorator';
import { OwnAccount } from '../common/security/team-access.decorator';
import { CurrentActor } from '../common/security/current-actor.decorator';
import { toUserResponse, UserEnvelopeData } from './dto/user.response';
import { UsersService } from './users.service';

@ApiTags('Profile')
@Controller('user')
@Authenticated()
@OwnAccount()
export class UserController {
  constructor(private readonly users: UsersService) {}

  /** The signed-in user with the wallet balance. */
  @Get('info')
  @AllowApiKey('read')
  @Envelope({ name: 'User' })
  async userInfo(@CurrentActor() actor: Actor): Promise<UserEnvelopeData> {
    return toUserResponse(await this.users.getOwnAccount(actor));
  }
}
