import { Controller, Get, Query, Body, Param } from '@nestjs/common';
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
} from './proxies.dto';
import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { ReasonDto } from '../../common/http/common.dto';
import { StaffAction } from '../../common/http/staff-action.decorator';

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
