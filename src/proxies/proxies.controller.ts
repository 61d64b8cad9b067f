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
import { ApiErrors, Envelope, Idempotent, RateLimit } from '../common/http/api.decorators';
import { message, MessageResponse } from '../common/http/common.dto';
import { ParseIdPipe } from '../common/http/request.pipes';
import { AllowApiKey, Authenticated, CurrentActor } from '../common/security/access.decorators';
import type { Actor } from '../common/security/actor';
import { ProxyLifecycleService } from './proxy-lifecycle.service';
import { PlaceService } from './places/place.service';
import { ProxyDetailData, ProxyListData, ProxyListQuery } from './proxies.dto';
import {
  ProxyLabelsDto,
  RotateSessionDto,
  TagsData,
  UpdateDatacenterDto,
  UpdateResidentialMobileDto,
} from './proxy-settings.dto';
import { ProxiesService } from './proxies.service';
import { ProxySettingsService } from './proxy-settings.service';

const NOT_FOUND = 'You have no such proxy.';
/** Per minute and person. */
const ROTATIONS_PER_MINUTE = 120;

@ApiTags('Proxies')
@Controller('user/proxies')
export class ProxiesController {
  constructor(
    private readonly proxies: ProxiesService,
    private readonly settings: ProxySettingsService,
    private readonly lifecycle: ProxyLifecycleService,
  ) {}

  /** Your proxies, newest first, with statistics of all of them. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A field is missing or invalid.' })
  listProxies(
    @CurrentActor() actor: Actor,
    @Query() query: ProxyListQuery,
  ): Promise<ProxyListData> {
    return this.proxies.list(actor, query);
  }

  /** The tags of your proxies, and how many proxies have each. */
  @Get('tags')
  @Authenticated()
  @AllowApiKey('read')
  listTags(@CurrentActor() actor: Actor): Promise<TagsData> {
    return this.settings.listTags(actor);
  }

  /** One of your proxies. */
  @Get(':id')
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 404: NOT_FOUND })
  getProxy(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<ProxyDetailData> {
    return this.proxies.getDetail(actor, id);
  }

  /** Changes your note and your tags on one of your proxies; the list can be filtered by a tag. */
  @Put(':id/labels')
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({ 404: NOT_FOUND, 422: 'A note or tag is too long, or there are too many.' })
  @Envelope({ message: true })
  async setLabels(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: ProxyLabelsDto,
  ): Promise<ProxyDetailData> {
    await this.settings.changeLabels(actor, id, body);
    return this.proxies.getDetail(actor, id, 'Saved.');
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
    return this.proxies.getDetail(actor, id, 'Suspended.');
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
    const text = isActive ? 'Resumed.' : 'Resumed by you. It is still suspended by the shop.';
    return this.proxies.getDetail(actor, id, text);
  }

  /**
   * Reissues the username and password of one of your proxies, for example after a leak. The old ones
   * stop working immediately and their connections are closed. A list address of the proxy stays and gives the new ones.
   */
  @Post(':id/reissue-credentials')
  @HttpCode(200)
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({ 404: NOT_FOUND })
  @Idempotent()
  @Envelope({ message: true })
  async reissueCredentials(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<ProxyDetailData> {
    await this.lifecycle.reissueOwnCredentials(actor, id);
    return this.proxies.getDetail(actor, id, 'The new credentials are active.');
  }

  /**
   * Gives a session of a residential or mobile proxy a new address now, another one where the location has a
   * choice. New connections use it; open connections stay on the old address until they end.
   */
  @Post(':id/rotate')
  @HttpCode(200)
  @Authenticated()
  @AllowApiKey('proxies')
  @RateLimit('rotate', ROTATIONS_PER_MINUTE)
  @ApiErrors({
    404: NOT_FOUND,
    409: 'The proxy has expired or is suspended, or ADDRESS_FIXED: a datacenter proxy has one address.',
    422: '`session` is invalid.',
  })
  async rotateSession(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() body: RotateSessionDto,
  ): Promise<MessageResponse> {
    await this.settings.rotate(actor, id, body.session ?? null);
    return message('New connections use a new address. Open connections stay on the old one.');
  }
}

@ApiTags('Proxies')
@Controller('proxy/history')
export class ProxyHistoryController {
  constructor(private readonly proxies: ProxiesService) {}

  /** The same list as `GET /user/proxies`. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A field is missing or invalid.' })
  proxyHistory(
    @CurrentActor() actor: Actor,
    @Query() query: ProxyListQuery,
  ): Promise<ProxyListData> {
    return this.proxies.list(actor, query);
  }
}

@ApiTags('Proxies')
@ApiErrors({
  404: NOT_FOUND,
  409: 'The proxy has expired or is suspended.',
  422: 'A field is missing or invalid.',
})
@Controller('proxies')
export class ProxyConfigurationController {
  constructor(
    private readonly proxies: ProxiesService,
    private readonly settings: ProxySettingsService,
    private readonly places: PlaceService,
  ) {}

  /** Changes the protocol of a datacenter proxy. It takes effect within a few seconds. */
  @Put('update-datacenter')
  @Authenticated()
  @AllowApiKey('proxies')
  @Envelope({ message: true })
  async updateDatacenter(
    @CurrentActor() actor: Actor,
    @Body() { proxy_id: id, protocol }: UpdateDatacenterDto,
  ): Promise<ProxyDetailData> {
    return this.proxies.toDetail(
      await this.settings.updateDatacenter(actor, id, protocol),
      'Datacenter proxy configuration updated successfully!',
    );
  }

  /**
   * Changes location, session and protocol of a residential or mobile proxy. Its traffic may leave in every place that
   * cost no more when it was bought; a more expensive one is bought with `POST /user/proxies/{id}/place`.
   */
  @Put('update-residential-mobile')
  @Authenticated()
  @AllowApiKey('proxies')
  @ApiErrors({
    409: 'PLACE_NOT_INCLUDED: the place costs more than what was bought; `errors` has current_price, required_price and difference. PROXY_EXPIRED, PROXY_SUSPENDED: the proxy is not in service.',
  })
  @Envelope({ message: true })
  async updateResidentialMobile(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateResidentialMobileDto,
  ): Promise<ProxyDetailData> {
    return this.proxies.toDetail(
      await this.places.updatePool(actor, body),
      'Residential/Mobile proxy configuration updated successfully!',
    );
  }
}
