import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ToInteger } from '../../../common/http/transforms';

export class ProxyUsageQuery {
  /** How many days, 1 to 90, today included; 30 when left out. @example 30 */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(90)
  days?: number;
}
