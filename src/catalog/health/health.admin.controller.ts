import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toPage } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { SupplyHealthQuery, SupplyHealthData, toSupplyHealth } from './health.dto';
import { SupplyHealthService } from './health.service';

const DEFAULT_PER_PAGE = 15;

@ApiTags('Admin supply')
@Controller('admin/supply')
export class SupplyHealthController {
  constructor(private readonly health: SupplyHealthService) {}

  /** What is on sale and through what: networks with the countries that are probed, exits, and the gateways. */
  @Get('health')
  @Authenticated('admin', 'sub-admin')
  async adminGetSupplyHealth(
    @CurrentActor() actor: Actor,
    @Query() query: SupplyHealthQuery,
  ): Promise<SupplyHealthData> {
    const report = await this.health.read(query, toPage(query, DEFAULT_PER_PAGE));
    return toSupplyHealth(report, actor.role === 'admin');
  }
}
