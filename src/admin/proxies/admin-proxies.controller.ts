import { Controller, Get, Query, Body, Param, Delete } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toPage } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { canViewMoney } from '../permissions';
import { AdminProxiesService, AdminProxyLifecycleService } from './admin-proxies.service';
import {
  AdminProxyListData,
  toAdminProxyList,
  ListProxiesQuery,
  AdminProxyResponse,
  toAdminProxyDetail,
  AdminClosedConnectionsData,
  AdminConnectionsData,
  toAdminClosedConnections,
} from './proxies.dto';
import { Envelope, ApiErrors, RateLimit } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { ReasonDto } from '../../common/http/common.dto';
import { StaffAction } from '../staff-action.decorator';
import {
  CONNECTION_CALLS_PER_MINUTE,
  LiveConnectionsService,
} from '../../proxies/connections/live-connections.service';

const PER_PAGE = 10;

@ApiTags('Admin proxies')
@Controller('admin/proxies')
export class AdminProxiesController {
  constructor(private readonly proxies: AdminProxiesService) {}

  /** All proxies, newest first. */
  @Get('all')
  @Authenticated('admin', 'sub-admin')
  async adminListProxies(
    @CurrentActor() actor: Actor,
    @Query() query: ListProxiesQuery,
  ): Promise<AdminProxyListData> {
    const [proxies, statistics] = await this.proxies.list(
      actor,
      query,
      toPage(query, PER_PAGE),
      query.exact_total,
    );
    return toAdminProxyList(proxies, statistics, canViewMoney(actor));
  }
}

@ApiTags('Admin proxies')
@ApiErrors({ 404: 'No proxy has this id.' })
@Controller('admin/proxies/:id')
export class AdminProxyLifecycleController {
  constructor(private readonly lifecycle: AdminProxyLifecycleService) {}

  /** Suspends a proxy; its open connections are closed within five seconds. */
  @StaffAction('suspend', { 409: 'PROXY_EXPIRED or ALREADY_SUSPENDED.' })
  @Envelope({ name: 'AdminProxyDetail', message: true })
  async adminSuspendProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ReasonDto,
  ): Promise<AdminProxyResponse> {
    return toAdminProxyDetail(
      await this.lifecycle.suspend(actor, id, body.reason),
      'Proxy suspended.',
    );
  }

  /** Resumes a suspended proxy, unless the account of its owner is suspended or closed. */
  @StaffAction('resume', { 409: 'PROXY_EXPIRED, NOT_SUSPENDED or SUSPENDED_WITH_OWNER.' })
  @Envelope({ name: 'AdminProxyDetail', message: true })
  async adminResumeProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ReasonDto,
  ): Promise<AdminProxyResponse> {
    return toAdminProxyDetail(
      await this.lifecycle.resume(actor, id, body.reason),
      'Proxy resumed.',
    );
  }

  /** Reissues the username and password of a proxy; the old ones stop working immediately. */
  @StaffAction('reissue-credentials', {
    409: 'PROXY_EXPIRED.',
  })
  @Envelope({ name: 'AdminProxyDetail', message: true })
  async adminReissueProxyCredentials(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ReasonDto,
  ): Promise<AdminProxyResponse> {
    return toAdminProxyDetail(
      await this.lifecycle.reissueCredentials(actor, id, body.reason),
      'The new credentials are active.',
    );
  }
}

@ApiTags('Admin proxies')
@ApiErrors({ 404: 'No proxy has this id.', 503: 'The gateways did not answer; try again.' })
@Controller('admin/proxies/:id/connections')
export class AdminConnectionsController {
  constructor(private readonly connections: LiveConnectionsService) {}

  /** The open connections of a proxy at all gateways, without where they go. */
  @Get()
  @Authenticated('admin', 'sub-admin')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  async adminListConnections(@Param('id', ParseIdPipe) id: number): Promise<AdminConnectionsData> {
    return this.connections.listAny(id);
  }

  /** Closes all open connections of a proxy. To keep it from reconnecting, suspend it. */
  @Delete()
  @Authenticated('admin')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  async adminCloseConnections(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<AdminClosedConnectionsData> {
    return toAdminClosedConnections(await this.connections.closeAny(actor, id, null));
  }

  /** Closes one connection; CONNECTION_NOT_FOUND when it has ended. */
  @Delete(':connection_id')
  @Authenticated('admin')
  @RateLimit('connections', CONNECTION_CALLS_PER_MINUTE)
  async adminCloseConnection(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Param('connection_id') connectionId: string,
  ): Promise<AdminClosedConnectionsData> {
    return toAdminClosedConnections(await this.connections.closeAny(actor, id, connectionId));
  }
}
