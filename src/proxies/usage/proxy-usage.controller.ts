import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Controller, Get, Param, ParseIntPipe, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { ProxyUsageQuery, ProxyUsageDayResponse, toProxyUsage } from './usage.dto';
import { ProxyUsageService } from './proxy-usage.service';

const DEFAULT_DAYS = 30;

@ApiTags('Proxies')
@Controller('user/proxies/:id/usage')
export class ProxyUsageController {
  constructor(private readonly usage: ProxyUsageService) {}

  /** Traffic of one of your proxies per day, oldest first, today last. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 404: 'You have no such proxy.', 422: '`days` is invalid.' })
  @Envelope({
    name: 'ProxyUsage',
    description: 'One entry per day; days without traffic have zeros.',
  })
  async proxyUsage(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Query() query: ProxyUsageQuery,
  ): Promise<ProxyUsageDayResponse[]> {
    return toProxyUsage(await this.usage.getDailyUsage(actor, id, query.days ?? DEFAULT_DAYS));
  }
}
