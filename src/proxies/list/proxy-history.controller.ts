import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { toPage } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { Clock } from '../../common/time/clock';
import { ProxiesService } from '../proxies.service';
import { DEFAULT_PER_PAGE, ProxyListQuery, ProxyListData, toProxyList } from './list.dto';

@ApiTags('Proxies')
@Controller('proxy/history')
export class ProxyHistoryController {
  constructor(
    private readonly proxies: ProxiesService,
    private readonly clock: Clock,
  ) {}

  /** The same list as `GET /user/proxies`. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 422: 'A field is missing or invalid.' })
  async proxyHistory(
    @CurrentActor() actor: Actor,
    @Query() query: ProxyListQuery,
  ): Promise<ProxyListData> {
    return toProxyList(
      await this.proxies.list(actor, query, toPage(query, DEFAULT_PER_PAGE)),
      this.clock.now(),
    );
  }
}
