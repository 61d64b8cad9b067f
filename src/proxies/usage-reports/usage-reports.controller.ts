import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import {
  toUsageRange,
  UsageRangeQuery,
  toUsageRequest,
  UsageReportQuery,
  toUsageFailures,
  toUsageReport,
  UsageFailureResponse,
  UsageReportData,
} from './usage-reports.dto';
import { toUsageFile, type UsageFile } from './usage-csv';
import { UsageReportsService } from './usage-reports.service';

@ApiTags('Proxies')
@ApiErrors({
  404: 'You have no such proxy.',
  422: 'A parameter is invalid, `to` is not after `from`, or the period is too long.',
})
@Controller('user/usage')
export class UsageReportsController {
  constructor(private readonly reports: UsageReportsService) {}

  /**
   * Traffic, requests and failures of your proxies by hour, day or month. Buckets begin in Nigerian time, oldest first,
   * empty ones included. Their sums are what the proxies were metered, to the byte. At most 31 days by hour, 400 days by day and
   * 5 years by month. Hours of usage are kept for 400 days and failures for 90.
   */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  async usageReport(
    @CurrentActor() actor: Actor,
    @Query() query: UsageReportQuery,
  ): Promise<UsageReportData> {
    return toUsageReport(await this.reports.getReport(actor, toUsageRequest(query)));
  }

  /** The buckets of the same report as a CSV file, with the beginning of each in Nigerian time. */
  @Get('export')
  @Authenticated()
  @AllowApiKey('read')
  @ApiOkResponse({
    description: 'A file named `usage-{from}-{to}.csv`.',
    content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
  })
  async exportUsage(
    @CurrentActor() actor: Actor,
    @Query() query: UsageReportQuery,
  ): Promise<StreamableFile> {
    return toCsvFile(toUsageFile(await this.reports.getReport(actor, toUsageRequest(query))));
  }

  /**
   * Refused requests of your proxies by reason, with how to fix each. The most frequent is first. Only requests with the
   * right credentials count. Of the last 30 days where you do not say, and of at most 400.
   */
  @Get('failures')
  @Authenticated()
  @AllowApiKey('read')
  @Envelope({ name: 'UsageFailures', description: 'Empty when nothing was refused.' })
  async usageFailures(
    @CurrentActor() actor: Actor,
    @Query() query: UsageRangeQuery,
  ): Promise<UsageFailureResponse[]> {
    return toUsageFailures(await this.reports.getFailures(actor, toUsageRange(query)));
  }
}

const toCsvFile = ({ name, content }: UsageFile): StreamableFile =>
  new StreamableFile(Buffer.from(content), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });
