import { Body, Controller, Get, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, toDownload } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { ExportProfitDto, ProfitQuery, ProfitData } from './profit.dto';
import { ProfitService } from './profit.service';

const PERIOD = 'A date is invalid, `to` is before `from`, or the period has more than 366 days.';

@ApiTags('Admin analytics')
@Controller('admin/profit')
export class ProfitController {
  constructor(private readonly profit: ProfitService) {}

  /**
   * Revenue, supply cost and margin of a period by day, kind, country, network or customer. A sale counts on the day of its
   * order, a refund on the day it was made, traffic at the price its network had when it passed, a bought address evenly over
   * the time it was paid for. Rows add up to the totals. Of customers the hundred with most revenue have a row each.
   */
  @Get()
  @StaffOnly('reports.read')
  @ApiErrors({ 422: PERIOD })
  adminProfit(@Query() query: ProfitQuery): Promise<ProfitData> {
    return this.profit.getProfit(query);
  }

  /** The same as a file named `profit-{group}-{from}-{to}.pdf`, `.xlsx` or `.csv`. */
  @Post('export')
  @HttpCode(200)
  @StaffOnly('reports.read')
  @ApiErrors({ 422: PERIOD })
  @ApiFile(
    'The file.',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'text/csv',
  )
  async adminExportProfit(
    @CurrentActor() actor: Actor,
    @Body() body: ExportProfitDto,
  ): Promise<StreamableFile> {
    return toDownload(await this.profit.export(actor, body));
  }
}
