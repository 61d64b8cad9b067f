import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toPage } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { canViewMoney } from '../permissions';
import { AdminProxiesService } from './admin-proxies.service';
import { AdminProxyListData, toAdminProxyList, ListProxiesQuery } from './proxies.dto';

const PER_PAGE = 10;

@ApiTags('Admin proxies')
@Controller('admin/proxies')
export class AdminProxiesController {
  constructor(private readonly proxies: AdminProxiesService) {}

  /** All proxies, newest first. */
  @Get('all')
  @Authenticated('admin', 'sub-admin')
  async adminListProxies(
    @CurrentActor() actor: Actor,
    @Query() query: ListProxiesQuery,
  ): Promise<AdminProxyListData> {
    const [proxies, statistics] = await this.proxies.list(
      actor,
      query,
      toPage(query, PER_PAGE),
      query.exact_total,
    );
    return toAdminProxyList(proxies, statistics, canViewMoney(actor));
  }
}
