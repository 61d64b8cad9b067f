import { Envelope, ApiErrors, RateLimit, withMessage } from '../../common/http/api.decorators';
import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { message, MessageResponse } from '../../common/http/common.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { ClosedConnectionsData, ConnectionSettingsDto, ConnectionsData } from './connections.dto';
import { CONNECTION_CALLS_PER_MINUTE, LiveConnectionsService } from './live-connections.service';

const NOT_ANSWERED = 'The gateways did not answer; try again.';

@ApiTags('Proxies')
@ApiErrors({ 404: 'You have no such proxy.' })
@Controller('user/proxies/:id/connections')
export class LiveConnectionsController {
  constructor(private readonly connections: LiveConnectionsService) {}

  /** The open connections of one of your proxies at all gateways, at this moment. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  @ApiErrors({ 503: NOT_ANSWERED })
  listConnections(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<ConnectionsData> {
    return this.connections.listOwn(actor, id);
  }

  /** Chooses whether the list names the hosts that connections go to. Nothing is stored about them either way. */
  @Put('settings')
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({ 422: '`show_targets` is missing or invalid.' })
  async updateConnectionSettings(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ConnectionSettingsDto,
  ): Promise<MessageResponse> {
    await this.connections.setShowTargets(actor, id, body.show_targets);
    return message(
      body.show_targets
        ? 'The connections now show where they go.'
        : 'The connections no longer show where they go.',
    );
  }

  /** Closes all open connections of one of your proxies. Programs that reconnect are served again. */
  @Delete()
  @Authenticated()
  @AllowApiKey('proxies')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  @ApiErrors({ 503: NOT_ANSWERED })
  @Envelope({ message: true })
  async closeConnections(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<ClosedConnectionsData> {
    return toClosedConnections(await this.connections.closeOwn(actor, id, null));
  }

  /** Closes one connection. */
  @Delete(':connection_id')
  @Authenticated()
  @AllowApiKey('proxies')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  @ApiErrors({
    404: 'You have no such proxy, or CONNECTION_NOT_FOUND: it has ended.',
    503: NOT_ANSWERED,
  })
  @Envelope({ message: true })
  async closeConnection(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('connection_id') connectionId: string,
  ): Promise<ClosedConnectionsData> {
    return toClosedConnections(await this.connections.closeOwn(actor, id, connectionId));
  }
}

function toClosedConnections(closed: number): ClosedConnectionsData {
  const what = closed === 1 ? '1 connection was closed.' : `${closed} connections were closed.`;
  return withMessage({ closed }, closed === 0 ? 'No connection was open.' : what);
}
