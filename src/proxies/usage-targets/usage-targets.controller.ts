import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import { message, MessageResponse } from '../../common/http/common.dto';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { toUsageRange, UsageRangeQuery } from '../usage-reports/usage-reports.dto';
import { ChooseUsageTargetsDto, toUsageTargets, UsageTargetsData } from './usage-targets.dto';
import { UsageTargetsService } from './usage-targets.service';

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
  async usageByTarget(
    @CurrentActor() actor: Actor,
    @Query() query: UsageRangeQuery,
  ): Promise<UsageTargetsData> {
    return toUsageTargets(await this.targets.getReport(actor, toUsageRange(query)));
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
