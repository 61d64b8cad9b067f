import { Body, Controller, Get, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { AnalyticsExportService } from './analytics-export.service';
import { AnalyticsService } from './analytics.service';
import type { AnalyticsPeriod } from './analytics.types';
import { AnalyticsQuery, ExportAnalyticsDto, AnalyticsData, toAnalytics } from './analytics.dto';

const FILE = { schema: { type: 'string', format: 'binary' } };

const periodOf = ({ period, date_range }: AnalyticsQuery): AnalyticsPeriod =>
  period ?? date_range ?? 30;

@ApiTags('Admin analytics')
@Controller('admin/analytics')
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly exports: AnalyticsExportService,
  ) {}

  /** Statistics of a period, compared with the period before it. */
  @Get()
  @Authenticated('admin')
  async adminAnalytics(@Query() query: AnalyticsQuery): Promise<AnalyticsData> {
    return toAnalytics(await this.analytics.getAnalytics(periodOf(query)));
  }

  /** A report as a file named `analytics-{report}-{date}.pdf` or `.xlsx`. */
  @Post('export')
  @HttpCode(200)
  @Authenticated('admin')
  @ApiOkResponse({
    description: 'The file.',
    content: {
      'application/pdf': FILE,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': FILE,
    },
  })
  async adminExportAnalytics(
    @CurrentActor() actor: Actor,
    @Body() body: ExportAnalyticsDto,
  ): Promise<StreamableFile> {
    const tab = body.report_type ?? body.tab ?? 'overview';
    const file = await this.exports.export(actor, body.format, tab, periodOf(body));
    return new StreamableFile(file.content, {
      type: file.type,
      disposition: `attachment; filename="${file.name}"`,
    });
  }
}
