import { Body, Controller, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, Envelope } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { AnnouncementDto, AnnouncementResponse, AnnouncementsData } from './announcements.dto';
import { AnnouncementsService } from './announcements.service';

const UNKNOWN = 'No announcement has this id.';
const ENDED = '`ANNOUNCEMENT_ENDED`.';

@ApiTags('Admin announcements')
@Controller('admin/announcements')
@StaffOnly('announcements.manage')
export class AdminAnnouncementsController {
  constructor(private readonly announcements: AnnouncementsService) {}

  /** The last announcements to customers. */
  @Get()
  adminListAnnouncements(): Promise<AnnouncementsData> {
    return this.announcements.list();
  }

  /** Publishes an announcement, at once or from a later time on. */
  @Post()
  @Envelope({ name: 'SavedAnnouncement', message: true })
  @ApiErrors({ 422: 'A field is invalid.' })
  adminAddAnnouncement(
    @CurrentActor() actor: Actor,
    @Body() body: AnnouncementDto,
  ): Promise<AnnouncementResponse> {
    return this.announcements.save(actor, body);
  }

  /** Changes an announcement that has not ended. Messages in inboxes stay as they were sent, and are sent once. */
  @Put(':id')
  @Envelope({ name: 'SavedAnnouncement', message: true })
  @ApiErrors({ 404: UNKNOWN, 409: ENDED, 422: 'A field is invalid.' })
  adminChangeAnnouncement(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: AnnouncementDto,
  ): Promise<AnnouncementResponse> {
    return this.announcements.save(actor, body, id);
  }

  /** Ends an announcement now. */
  @Post(':id/end')
  @HttpCode(200)
  @Envelope({ name: 'SavedAnnouncement', message: true })
  @ApiErrors({ 404: UNKNOWN, 409: ENDED })
  adminEndAnnouncement(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<AnnouncementResponse> {
    return this.announcements.end(actor, id);
  }
}
