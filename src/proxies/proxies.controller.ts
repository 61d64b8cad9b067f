import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  ParseIntPipe,
  Post,
  Put,
  Query,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../common/http/api-errors.decorator';
import { Idempotent } from '../common/http/idempotent.decorator';
import { pageOf } from '../common/http/pagination';
import type { Actor } from '../common/security/actor';
import { Authenticated } from '../common/security/authenticated.decorator';
import { CurrentActor } from '../common/security/current-actor.decorator';
import { Clock } from '../common/time/clock';
import { ProxyLifecycleService } from './lifecycle/proxy-lifecycle.service';
import { ProxyListQuery } from './list/dto/proxy-list.query.dto';
import { ProxyListResponse, toProxyList } from './list/dto/proxy-list.response';
import { ProxyDetailResponse, toProxyDetail } from './dto/proxy.response';
import { toPoolSettings } from './orders/dto/purchase.mapper';
import {
  UpdateDatacenterDto,
  UpdateResidentialMobileDto,
} from './configuration/dto/update-proxy.dto';
import { ProxiesService } from './proxies.service';

const DEFAULT_PER_PAGE = 10;
const notYours = 'No such proxy of yours.';
const invalid = 'A field is missing or wrong.';
const ended = 'The proxy has expired or is suspended.';
const noAnswer = 'The change could not be made; try again.';

@ApiTags('Proxies')
@Controller()
export class ProxiesController {
  constructor(
    private readonly proxies: ProxiesService,
    private readonly custody: ProxyLifecycleService,
    private readonly clock: Clock,
  ) {}

  /** Your proxies, newest first, with figures over all of them. */
  @Get('user/proxies')
  @Authenticated()
  @ApiErrors({ 422: invalid })
  async listProxies(
    @CurrentActor() actor: Actor,
    @Query() query: ProxyListQuery,
  ): Promise<ProxyListResponse> {
    return toProxyList(
      await this.proxies.list(actor, query, pageOf(query, DEFAULT_PER_PAGE)),
      this.clock.now(),
    );
  }

  /** The same list as `GET /user/proxies`. */
  @Get('proxy/history')
  @Authenticated()
  @ApiErrors({ 422: invalid })
  async proxyHistory(
    @CurrentActor() actor: Actor,
    @Query() query: ProxyListQuery,
  ): Promise<ProxyListResponse> {
    return toProxyList(
      await this.proxies.list(actor, query, pageOf(query, DEFAULT_PER_PAGE)),
      this.clock.now(),
    );
  }

  /** One of your proxies. */
  @Get('user/proxies/:id')
  @Authenticated()
  @ApiErrors({ 404: notYours })
  async getProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<ProxyDetailResponse> {
    return toProxyDetail(await this.proxies.get(actor, id), this.clock.now());
  }

  /**
   * Gives one of your proxies a new username and password, for when the old ones have leaked. The
   * old ones stop working at once and connections made with them are cut.
   */
  @Post('user/proxies/:id/reissue-credentials')
  @HttpCode(200)
  @Authenticated()
  @ApiErrors({
    404: notYours,
    502: 'CREDENTIALS_REFUSED: nothing changed. CREDENTIALS_PENDING: they come shortly.',
  })
  @Idempotent()
  async reissueCredentials(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<ProxyDetailResponse> {
    await this.custody.reissueOwnCredentials(actor, id);
    return toProxyDetail(
      await this.proxies.get(actor, id),
      this.clock.now(),
      'New credentials are in use.',
    );
  }

  /** Changes the protocol of a datacenter proxy. It works within a few seconds. */
  @Put('proxies/update-datacenter')
  @Authenticated()
  @ApiErrors({ 404: notYours, 409: ended, 422: invalid, 502: noAnswer })
  async updateDatacenter(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateDatacenterDto,
  ): Promise<ProxyDetailResponse> {
    return toProxyDetail(
      await this.proxies.updateDatacenter(actor, body.proxy_id, body.protocol),
      this.clock.now(),
      'Datacenter proxy configuration updated successfully!',
    );
  }

  /** Changes location, session and protocol of a residential or mobile proxy. */
  @Put('proxies/update-residential-mobile')
  @Authenticated()
  @ApiErrors({ 404: notYours, 409: ended, 422: invalid, 502: noAnswer })
  async updateResidentialMobile(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateResidentialMobileDto,
  ): Promise<ProxyDetailResponse> {
    return toProxyDetail(
      await this.proxies.updatePool(
        actor,
        body.proxy_id,
        toPoolSettings(body),
        body.connection_type,
      ),
      this.clock.now(),
      'Residential/Mobile proxy configuration updated successfully!',
    );
  }
}
