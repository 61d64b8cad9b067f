import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { PageQuery } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnAccount,
  CurrentActor,
} from '../../common/security/access.decorators';
import { InboxData, UnreadNotificationsData, MarkNotificationsReadDto } from './inbox.dto';
import { InboxService } from './inbox.service';

@ApiTags('Notifications')
@Controller('user/notifications')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  /** Your notifications of the last 90 days, newest first, whether or not they were also emailed. */
  @Get()
  @Authenticated('user')
  @OwnAccount()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A parameter is invalid.' })
  async listNotifications(
    @CurrentActor() actor: Actor,
    @Query() query: PageQuery,
  ): Promise<InboxData> {
    return this.inbox.list(actor, query);
  }

  /** Marks notifications as read; ids that are not yours are ignored. */
  @Post('read')
  @HttpCode(200)
  @Authenticated('user')
  @OwnAccount()
  @ApiErrors({ 422: '`ids` is invalid.' })
  async markNotificationsRead(
    @CurrentActor() actor: Actor,
    @Body() { ids }: MarkNotificationsReadDto,
  ): Promise<UnreadNotificationsData> {
    return this.inbox.markRead(actor, ids);
  }
}
