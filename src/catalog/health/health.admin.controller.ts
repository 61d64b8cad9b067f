import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { can } from '../../common/security/permissions';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { SupplyHealthData, SupplyHealthQuery } from './health.dto';
import { SupplyHealthService } from './health.service';

@ApiTags('Admin supply')
@Controller('admin/supply')
export class SupplyHealthController {
  constructor(private readonly health: SupplyHealthService) {}

  /** What is on sale and through what: networks with the countries that are probed, exits, and the gateways. */
  @Get('health')
  @StaffOnly('supply.read')
  adminGetSupplyHealth(
    @CurrentActor() actor: Actor,
    @Query() query: SupplyHealthQuery,
  ): Promise<SupplyHealthData> {
    return this.health.read(query, can(actor, 'supply.manage'));
  }
}
