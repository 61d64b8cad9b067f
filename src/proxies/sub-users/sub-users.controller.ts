import { Envelope, ApiErrors, withMessage } from '../../common/http/api.decorators';
import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  BuyerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { ChangeSubUserDto, CreateSubUserDto, SubUserResponse, SubUsersData } from './sub-users.dto';
import { SubUsersService } from './sub-users.service';

const NOT_FOUND = 'You have no such proxy, or it no such sub-user.';

@ApiTags('Proxies')
@Controller('user/proxies/:id/sub-users')
export class SubUsersController {
  constructor(private readonly subUsers: SubUsersService) {}

  /** The people whom you let use one of your proxies, with their passwords and what they have used. */
  @Get()
  @Authenticated('user')
  @BuyerOnly()
  @AllowApiKey('read')
  @Header('Cache-Control', 'no-store')
  @ApiErrors({ 404: 'You have no such proxy.' })
  listSubUsers(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<SubUsersData> {
    return this.subUsers.list(actor, id);
  }

  /**
   * Gives somebody a username and a password for one of your proxies. Their traffic counts as yours, and ends at their
   * limits of a day and a month even if the proxy has more.
   */
  @Post()
  @Authenticated('user')
  @AllowApiKey('proxies')
  @Header('Cache-Control', 'no-store')
  @ApiErrors({
    404: 'You have no such proxy.',
    409: 'SUB_USER_EXISTS: the name is taken, or TOO_MANY_SUB_USERS: the proxy has 50.',
    422: 'The name or a limit is invalid.',
  })
  @Envelope({ name: 'SubUserResult', message: true })
  async createSubUser(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: CreateSubUserDto,
  ): Promise<SubUserResponse> {
    return withMessage(await this.subUsers.create(actor, id, body), 'The sub-user was added.');
  }

  /** Changes the limits of a sub-user, or shuts them out for now. Works at every gateway within seconds. */
  @Put(':subUserId')
  @Authenticated('user')
  @AllowApiKey('proxies')
  @Header('Cache-Control', 'no-store')
  @ApiErrors({ 404: NOT_FOUND, 422: 'A limit or `suspended` is invalid.' })
  @Envelope({ name: 'SubUserResult', message: true })
  async changeSubUser(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('subUserId', ParseIdPipe) subUserId: number,
    @Body() body: ChangeSubUserDto,
  ): Promise<SubUserResponse> {
    return withMessage(await this.subUsers.change(actor, id, subUserId, body), 'Saved.');
  }

  /** Gives a sub-user a new password. The old one stops working at once, also in open connections. */
  @Post(':subUserId/password')
  @HttpCode(200)
  @Authenticated('user')
  @AllowApiKey('proxies')
  @Header('Cache-Control', 'no-store')
  @ApiErrors({ 404: NOT_FOUND })
  @Envelope({ name: 'SubUserResult', message: true })
  async resetSubUserPassword(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('subUserId', ParseIdPipe) subUserId: number,
  ): Promise<SubUserResponse> {
    return withMessage(
      await this.subUsers.resetPassword(actor, id, subUserId),
      'The sub-user has a new password.',
    );
  }

  /** Removes a sub-user, and cuts their open connections. What they have used stays in the usage of the proxy. */
  @Delete(':subUserId')
  @Authenticated('user')
  @AllowApiKey('proxies')
  @ApiErrors({ 404: NOT_FOUND })
  async removeSubUser(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('subUserId', ParseIdPipe) subUserId: number,
  ): Promise<MessageResponse> {
    await this.subUsers.remove(actor, id, subUserId);
    return message('The sub-user was removed.');
  }
}
