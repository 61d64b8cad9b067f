import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { IncidentsService } from './incidents.service';
import { IncidentsData, IncidentUpdateDto, OpenIncidentDto } from './status.dto';

const LISTED = 100;

@ApiTags('Admin announcements')
@Controller('admin/incidents')
@StaffOnly('announcements.manage')
export class IncidentsController {
  constructor(private readonly incidents: IncidentsService) {}

  /** The open incidents of the status page and the last resolved ones. */
  @Get()
  async adminListIncidents(): Promise<IncidentsData> {
    return { incidents: await this.incidents.find(LISTED, null) };
  }

  /** Opens an incident on the status page, which stays until staff resolve it. */
  @Post()
  @ApiErrors({ 422: 'A field is invalid.' })
  adminOpenIncident(
    @CurrentActor() actor: Actor,
    @Body() body: OpenIncidentDto,
  ): Promise<MessageResponse> {
    return this.incidents.open(actor, body);
  }

  /** Posts an update of an open incident, and resolves it if wanted. */
  @Post(':id/updates')
  @HttpCode(200)
  @ApiErrors({ 404: 'No incident has this id.', 409: '`INCIDENT_RESOLVED`.' })
  adminUpdateIncident(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: IncidentUpdateDto,
  ): Promise<MessageResponse> {
    return this.incidents.update(actor, id, body);
  }
}
