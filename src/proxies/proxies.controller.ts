import { Envelope, ApiErrors, Idempotent } from '../common/http/api.decorators';
import { Controller, Get, HttpCode, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toPage } from '../common/http/pagination.dto';
import { ParseIdPipe } from '../common/http/request.pipes';
import type { Actor } from '../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../common/security/access.decorators';
import { Clock } from '../common/time/clock';
import { ProxyDetailData, toProxyDetail } from './proxies.dto';
import { ProxyLifecycleService } from './lifecycle/proxy-lifecycle.service';
import { DEFAULT_PER_PAGE, ProxyListQuery, ProxyListData, toProxyList } from './list/list.dto';
import { ProxiesService } from './proxies.service';

const NOT_FOUND = 'You have no such proxy.';

@ApiTags('Proxies')
@Controller('user/proxies')
export class ProxiesController {
  constructor(
    private readonly proxies: ProxiesService,
    private readonly lifecycle: ProxyLifecycleService,
    private readonly clock: Clock,
  ) {}

  /** Your proxies, newest first, with statistics of all of them. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A field is missing or invalid.' })
  async listProxies(
    @CurrentActor() actor: Actor,
    @Query() query: ProxyListQuery,
  ): Promise<ProxyListData> {
    return toProxyList(
      await this.proxies.list(actor, query, toPage(query, DEFAULT_PER_PAGE)),
      this.clock.now(),
    );
  }

  /** One of your proxies. */
  @Get(':id')
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 404: NOT_FOUND })
  async getProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<ProxyDetailData> {
    return toProxyDetail(await this.proxies.get(actor, id), this.clock.now());
  }

  /** Takes one of your proxies out of service until you resume it: nothing connects, and its end stays. */
  @Post(':id/suspend')
  @HttpCode(200)
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({ 404: NOT_FOUND, 409: 'PROXY_EXPIRED or ALREADY_SUSPENDED.' })
  @Envelope({ message: true })
  async suspendProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<ProxyDetailData> {
    await this.lifecycle.suspendOwn(actor, id);
    return toProxyDetail(await this.proxies.get(actor, id), this.clock.now(), 'Suspended.');
  }

  /** Puts a proxy that you suspended back into service, unless staff have suspended it too. */
  @Post(':id/resume')
  @HttpCode(200)
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({ 404: NOT_FOUND, 409: 'PROXY_EXPIRED or NOT_SUSPENDED.' })
  @Envelope({ message: true })
  async resumeProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
  ): Promise<ProxyDetailData> {
    const isActive = await this.lifecycle.resumeOwn(actor, id);
    return toProxyDetail(
      await this.proxies.get(actor, id),
      this.clock.now(),
      isActive ? 'Resumed.' : 'Resumed by you. It is still suspended by the shop.',
    );
  }

  /**
   * Reissues the username and password of one of your proxies, for example after a leak. The old ones
   * stop working immediately and their connections are closed. A list address of the proxy stays and gives the new ones.
   */
  @Post(':id/reissue-credentials')
  @HttpCode(200)
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({
    404: NOT_FOUND,
  })
  @Idempotent()
  @Envelope({ message: true })
  async reissueCredentials(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<ProxyDetailData> {
    await this.lifecycle.reissueOwnCredentials(actor, id);
    return toProxyDetail(
      await this.proxies.get(actor, id),
      this.clock.now(),
      'The new credentials are active.',
    );
  }
}
