import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnAccount,
  CurrentActor,
} from '../../common/security/access.decorators';
import { NotificationsData, UpdateNotificationsDto } from './preferences.dto';
import { NotificationPreferencesService } from './notification-preferences.service';

@ApiTags('Profile')
@Controller('profile/notifications')
export class NotificationPreferencesController {
  constructor(private readonly preferences: NotificationPreferencesService) {}

  /** Your notification preferences. */
  @Get()
  @Authenticated()
  @OwnAccount()
  @AllowApiKey('read')
  async getNotifications(@CurrentActor() actor: Actor): Promise<NotificationsData> {
    return this.preferences.findOwn(actor);
  }

  /** Updates your notification preferences; omitted fields stay unchanged. */
  @Put()
  @Authenticated()
  @OwnAccount()
  @ApiErrors({ 422: 'A value is invalid.' })
  @Envelope({ message: true })
  async updateNotifications(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateNotificationsDto,
  ): Promise<NotificationsData> {
    return this.preferences.update(actor, body);
  }
}
