import { Envelope } from '../../common/http/envelope.decorator';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey } from '../../common/security/allow-api-key.decorator';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { OwnAccount } from '../../common/security/team-access.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { NotificationsData, toNotifications } from './dto/notification-preferences.response';
import { toPreferences, UpdateNotificationsDto } from './dto/update-notification-preferences.dto';
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
    return toNotifications(await this.preferences.findOwn(actor));
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
    return toNotifications(
      await this.preferences.update(actor, toPreferences(body)),
      'Notification settings saved.',
    );
  }
}
