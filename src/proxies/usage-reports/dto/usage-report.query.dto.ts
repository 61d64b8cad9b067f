import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { IfGiven } from '../../../common/http/fields';
import { USAGE_INTERVALS, type UsageInterval, type UsageRequest } from '../usage-reports.types';
import { toUsageRange, UsageRangeQuery } from './usage-range.query.dto';

export class UsageReportQuery extends UsageRangeQuery {
  /**
   * Length of a bucket, `day` when left out. Without `from` the last 24 hours, 30 days or 12 months are returned.
   */
  @ApiProperty({ enum: USAGE_INTERVALS, enumName: 'UsageInterval', required: false })
  @IfGiven()
  @IsIn(USAGE_INTERVALS, { message: 'interval is hour, day or month.' })
  interval?: UsageInterval;
}

export const toUsageRequest = (query: UsageReportQuery): UsageRequest => ({
  ...toUsageRange(query),
  interval: query.interval ?? 'day',
});
