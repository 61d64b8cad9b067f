import { Controller, Delete, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { AdminClosedConnectionsData, AdminConnectionsData } from './connections.dto';
import { CONNECTION_CALLS_PER_MINUTE, LiveConnectionsService } from './live-connections.service';

@ApiTags('Admin proxies')
@ApiErrors({ 404: 'No proxy has this id.', 503: 'The gateways did not answer; try again.' })
@Controller('admin/proxies/:id/connections')
export class AdminConnectionsController {
  constructor(private readonly connections: LiveConnectionsService) {}

  /** The open connections of a proxy at all gateways, without where they go. */
  @Get()
  @StaffOnly('proxies.read')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  adminListConnections(@Param('id', ParseIdPipe) id: number): Promise<AdminConnectionsData> {
    return this.connections.listAny(id);
  }

  /** Closes all open connections of a proxy. To keep it from reconnecting, suspend it. */
  @Delete()
  @StaffOnly('proxies.manage')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  async adminCloseConnections(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<AdminClosedConnectionsData> {
    return { closed: await this.connections.closeAny(actor, id, null) };
  }

  /** Closes one connection; CONNECTION_NOT_FOUND when it has ended. */
  @Delete(':connection_id')
  @StaffOnly('proxies.manage')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  async adminCloseConnection(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('connection_id') connectionId: string,
  ): Promise<AdminClosedConnectionsData> {
    return { closed: await this.connections.closeAny(actor, id, connectionId) };
  }
}
