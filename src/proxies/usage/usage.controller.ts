import { Envelope, ApiErrors, ApiFile, toDownload } from '../../common/http/api.decorators';
import { Controller, Get, Param, ParseIntPipe, Query, Body, Delete, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  CurrentActor,
  OwnerOnly,
} from '../../common/security/access.decorators';
import {
  ChooseUsageTargetsDto,
  ProxyUsageDayResponse,
  ProxyUsageQuery,
  UsageFailureResponse,
  UsageRangeQuery,
  UsageReportData,
  UsageReportQuery,
  UsageTargetsData,
} from './usage.dto';
import { UsageService } from './usage.service';
import { message, MessageResponse } from '../../common/http/common.dto';
import { UsageTargetsService } from './usage-targets.service';

const DEFAULT_DAYS = 30;

@ApiTags('Proxies')
@Controller('user/proxies/:id/usage')
export class ProxyUsageController {
  constructor(private readonly usage: UsageService) {}

  /** Traffic of one of your proxies per day, oldest first, today last. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  @ApiErrors({ 404: 'You have no such proxy.', 422: '`days` is invalid.' })
  @Envelope({
    name: 'ProxyUsage',
    description: 'One entry per day; days without traffic have zeros.',
  })
  proxyUsage(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Query() query: ProxyUsageQuery,
  ): Promise<ProxyUsageDayResponse[]> {
    return this.usage.getDailyUsage(actor, id, query.days ?? DEFAULT_DAYS);
  }
}

@ApiTags('Proxies')
@ApiErrors({
  404: 'You have no such proxy.',
  422: 'A parameter is invalid, `to` is not after `from`, or the period is too long.',
})
@Controller('user/usage')
export class UsageReportsController {
  constructor(private readonly usage: UsageService) {}

  /**
   * Traffic, requests and failures of your proxies by hour, day or month. Buckets begin in Nigerian time, oldest first,
   * empty ones included. Their sums are what the proxies were metered, to the byte. At most 31 days by hour, 400 days by day and
   * 5 years by month. Hours of usage are kept for 400 days and failures for 90.
   */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  usageReport(
    @CurrentActor() actor: Actor,
    @Query() query: UsageReportQuery,
  ): Promise<UsageReportData> {
    return this.usage.getReport(actor, query);
  }

  /** The buckets of the same report as a CSV file, with the beginning of each in Nigerian time. */
  @Get('export')
  @Authenticated()
  @AllowApiKey('read')
  @ApiFile('A file named `usage-{from}-{to}.csv`.', 'text/csv')
  async exportUsage(@CurrentActor() actor: Actor, @Query() query: UsageReportQuery) {
    return toDownload(await this.usage.exportReport(actor, query));
  }

  /**
   * Refused requests of your proxies by reason, with how to fix each. The most frequent is first. Only requests with the
   * right credentials count. Of the last 30 days where you do not say, and of at most 400.
   */
  @Get('failures')
  @Authenticated()
  @AllowApiKey('read')
  @Envelope({ name: 'UsageFailures', description: 'Empty when nothing was refused.' })
  usageFailures(
    @CurrentActor() actor: Actor,
    @Query() query: UsageRangeQuery,
  ): Promise<UsageFailureResponse[]> {
    return this.usage.getFailures(actor, query);
  }
}

@ApiTags('Proxies')
@Controller('user/usage/targets')
export class UsageTargetsController {
  constructor(private readonly targets: UsageTargetsService) {}

  /**
   * Traffic and requests of your proxies by host, by days in Nigerian time. Nothing is counted until you switch it on; never
   * more than the host is kept, and that for 30 days.
   */
  @Get()
  @Authenticated('user')
  @AllowApiKey('read')
  @ApiErrors({
    404: 'You have no such proxy.',
    422: 'A parameter is invalid, `to` is not after `from`, or the period is too long.',
  })
  usageByTarget(
    @CurrentActor() actor: Actor,
    @Query() query: UsageRangeQuery,
  ): Promise<UsageTargetsData> {
    return this.targets.getReport(actor, query);
  }

  /** Switches the count by host on or off, for all your proxies. */
  @Put()
  @Authenticated('user')
  @OwnerOnly()
  @ApiErrors({ 422: '`enabled` is missing or invalid.' })
  async chooseUsageTargets(
    @CurrentActor() actor: Actor,
    @Body() { enabled }: ChooseUsageTargetsDto,
  ): Promise<MessageResponse> {
    await this.targets.choose(actor, enabled);
    return message(enabled ? 'Usage by host is on.' : 'Usage by host is off.');
  }

  /** Deletes what was counted by host. The totals of your usage stay. */
  @Delete()
  @Authenticated('user')
  @OwnerOnly()
  async deleteUsageTargets(@CurrentActor() actor: Actor): Promise<MessageResponse> {
    await this.targets.deleteOwn(actor);
    return message('Your usage by host was deleted.');
  }
}
