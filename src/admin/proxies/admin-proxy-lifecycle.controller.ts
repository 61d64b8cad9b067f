import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { CurrentActor } from '../../common/security/access.decorators';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { AdminProxyLifecycleService } from './admin-proxy-lifecycle.service';
import { AdminProxyResponse, toAdminProxyDetail } from './proxies.dto';
import { ReasonDto } from '../../common/http/common.dto';
import { StaffAction } from '../staff-action.decorator';

@ApiTags('Admin proxies')
@ApiErrors({ 404: 'No proxy has this id.' })
@Controller('admin/proxies/:id')
export class AdminProxyLifecycleController {
  constructor(private readonly custody: AdminProxyLifecycleService) {}

  /** Suspends a proxy; its open connections are closed within five seconds. */
  @StaffAction('suspend', { 409: 'PROXY_EXPIRED or ALREADY_SUSPENDED.' })
  @Envelope({ name: 'AdminProxyDetail', message: true })
  async adminSuspendProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ReasonDto,
  ): Promise<AdminProxyResponse> {
    return toAdminProxyDetail(
      await this.custody.suspend(actor, id, body.reason),
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
    return toAdminProxyDetail(await this.custody.resume(actor, id, body.reason), 'Proxy resumed.');
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
      await this.custody.reissueCredentials(actor, id, body.reason),
      'The new credentials are active.',
    );
  }
}
