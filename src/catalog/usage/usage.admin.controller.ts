import { Envelope, ApiErrors, withMessage } from '../../common/http/api.decorators';
import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ParseIdPipe } from '../../common/http/request.pipes';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { ComparedDaysData, EnterProviderUsageDto, NetworkUsagesData } from './usage.dto';
import { NetworkUsageService } from './usage.service';

@ApiTags('Admin supply')
@Controller('admin/supply')
export class NetworkUsageController {
  constructor(private readonly usage: NetworkUsageService) {}

  /** What each network carried and cost today and this month, and what failed there in the last 24 hours. */
  @Get('network-usage')
  @StaffOnly('supply.manage')
  adminListNetworkUsage(): Promise<NetworkUsagesData> {
    return this.usage.list();
  }

  /** What the provider counted each day of the last three months, beside what the gateways did. */
  @Get('networks/:id/provider-usage')
  @StaffOnly('supply.manage')
  @ApiErrors({ 404: '`NETWORK_NOT_FOUND`: it was removed.' })
  adminListProviderUsage(@Param('id', ParseIdPipe) id: number): Promise<ComparedDaysData> {
    return this.usage.listDays(id);
  }

  /** Enters what the provider's dashboard shows for a day; it replaces what was there. */
  @Put('networks/:id/provider-usage')
  @StaffOnly('supply.manage')
  @ApiErrors({
    404: '`NETWORK_NOT_FOUND`: it was removed.',
    422: 'The day has not begun, or a field is invalid.',
  })
  @Envelope({ message: true })
  async adminEnterProviderUsage(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { day, bytes }: EnterProviderUsageDto,
  ): Promise<ComparedDaysData> {
    return withMessage(
      await this.usage.enterDay(actor, id, day, bytes),
      'The provider’s count is saved.',
    );
  }
}
