import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ToInteger } from '../../../common/http/transforms';

export class StatsQuery {
  /** Month, 1 to 12; the present one when left out. */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(12)
  month?: number;

  /** Year; the present one when left out. */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(2000)
  @Max(2100)
  year?: number;
}
