import { Envelope, ApiErrors } from '../common/http/api.decorators';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnAccount,
  CurrentActor,
} from '../common/security/access.decorators';
import { UpdateNameDto, toUserResponse, UserEnvelopeData } from './users.dto';
import { UsersService } from './users.service';

@ApiTags('Profile')
@Controller('profile')
@Authenticated()
@OwnAccount()
export class ProfileController {
  constructor(private readonly users: UsersService) {}

  /** The signed-in user's profile; same as `GET /user/info`. */
  @Get()
  @AllowApiKey('read')
  @Envelope({ name: 'User' })
  async getProfile(@CurrentActor() actor: Actor): Promise<UserEnvelopeData> {
    return toUserResponse(await this.users.getOwnAccount(actor));
  }

  /** Changes the signed-in user's name. */
  @Put('update-name')
  @ApiErrors({ 422: 'The name is invalid.' })
  @Envelope({ name: 'User', message: true })
  async updateName(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateNameDto,
  ): Promise<UserEnvelopeData> {
    return toUserResponse(
      await this.users.rename(actor, body.name),
      'Profile updated successfully!',
    );
  }
}

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
