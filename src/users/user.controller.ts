import { Envelope } from '../common/http/api.decorators';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnAccount,
  CurrentActor,
} from '../common/security/access.decorators';
import { toUserResponse, UserEnvelopeData } from './users.dto';
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
