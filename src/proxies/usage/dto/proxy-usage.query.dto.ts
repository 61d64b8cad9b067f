import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ToInteger } from '../../../common/http/fields';

export class ProxyUsageQuery {
  /** Number of days, 1 to 90, including today. Defaults to 30. @example 30 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(90)
  days?: number;
}
