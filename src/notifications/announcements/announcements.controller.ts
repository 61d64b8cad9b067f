import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { OwnAnnouncementsData } from './announcements.dto';
import { AnnouncementsService } from './announcements.service';

@ApiTags('Notifications')
@Controller('user/announcements')
export class AnnouncementsController {
  constructor(private readonly announcements: AnnouncementsService) {}

  /** What the shop tells its customers at the moment. */
  @Get()
  @Authenticated('user')
  @AllowApiKey('read')
  listAnnouncements(@CurrentActor() actor: Actor): Promise<OwnAnnouncementsData> {
    return this.announcements.findOwn(actor);
  }
}
