import { Body, Controller, Get, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import type { ReportFile } from '../analytics/export/report.types';
import { ExportProfitDto, ProfitQuery, ProfitData, toProfitResponse } from './profit.dto';
import { ProfitExportService } from './profit-export.service';
import { ProfitService } from './profit.service';

const FILE = { schema: { type: 'string', format: 'binary' } };
const PERIOD = 'A date is invalid, `to` is before `from`, or the period has more than 366 days.';

@ApiTags('Admin analytics')
@Controller('admin/profit')
export class ProfitController {
  constructor(
    private readonly profit: ProfitService,
    private readonly exports: ProfitExportService,
  ) {}

  /**
   * Revenue, supply cost and margin of a period by day, kind, country, network or customer. A sale counts on the day of its
   * order, a refund on the day it was made, traffic at the price its network had when it passed, a bought address evenly over
   * the time it was paid for. Rows add up to the totals. Of customers the hundred with most revenue have a row each.
   */
  @Get()
  @Authenticated('admin')
  @ApiErrors({ 422: PERIOD })
  async adminProfit(@Query() query: ProfitQuery): Promise<ProfitData> {
    return toProfitResponse(await this.profit.getReport(query, query.group_by ?? 'day'));
  }

  /** The same as a file named `profit-{group}-{from}-{to}.pdf`, `.xlsx` or `.csv`. */
  @Post('export')
  @HttpCode(200)
  @Authenticated('admin')
  @ApiErrors({ 422: PERIOD })
  @ApiOkResponse({
    description: 'The file.',
    content: {
      'application/pdf': FILE,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': FILE,
      'text/csv': FILE,
    },
  })
  async adminExportProfit(
    @CurrentActor() actor: Actor,
    @Body() body: ExportProfitDto,
  ): Promise<StreamableFile> {
    return toFile(await this.exports.export(actor, body.format, body, body.group_by ?? 'day'));
  }
}

const toFile = ({ name, type, content }: ReportFile): StreamableFile =>
  new StreamableFile(content, { type, disposition: `attachment; filename="${name}"` });
