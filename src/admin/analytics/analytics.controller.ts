import { Body, Controller, Get, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, ApiFile, toDownload } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { AnalyticsService } from './analytics.service';
import { AnalyticsQuery, ExportAnalyticsDto, AnalyticsData } from './analytics.dto';

const PERIOD =
  'A period or a date is unknown, `to` is before `from`, or there are more than 366 days.';

@ApiTags('Admin analytics')
@Controller('admin/analytics')
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  /** Statistics of a period, compared with the period before it. */
  @Get()
  @StaffOnly('reports.read')
  @ApiErrors({ 422: PERIOD })
  adminAnalytics(@Query() query: AnalyticsQuery): Promise<AnalyticsData> {
    return this.analytics.getAnalytics(query);
  }

  /** A report as a file named `analytics-{report}-{date}.pdf` or `.xlsx`. */
  @Post('export')
  @HttpCode(200)
  @StaffOnly('reports.read')
  @ApiErrors({ 422: PERIOD })
  @ApiFile(
    'The file.',
    'application/pdf',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
  async adminExportAnalytics(
    @CurrentActor() actor: Actor,
    @Body() body: ExportAnalyticsDto,
  ): Promise<StreamableFile> {
    return toDownload(await this.analytics.export(actor, body));
  }
}
