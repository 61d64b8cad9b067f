import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AnyStaff, CurrentActor } from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { type AdminSearchData, AdminSearchQuery } from './search.dto';
import { SearchService } from './search.service';

@ApiTags('Admin search')
@Controller('admin/search')
export class SearchController {
  constructor(private readonly search: SearchService) {}

  /**
   * One search over users, proxies, transactions, orders, invoices and tickets.
   *
   * Users by name, e-mail or phone, proxies by id, address or user name, transactions by reference, orders by
   * number or reference, invoices by number, tickets by number or subject. What the role may not see is left out.
   */
  @Get()
  @AnyStaff()
  adminSearch(
    @CurrentActor() actor: Actor,
    @Query() query: AdminSearchQuery,
  ): Promise<AdminSearchData> {
    return this.search.find(actor, query);
  }
}
