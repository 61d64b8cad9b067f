import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ToInteger } from '../../../common/http/transforms';

export class StatsQuery {
  /** Month, 1 to 12. Defaults to the current month. */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(12)
  month?: number;

  /** Defaults to the current year. */
  @IsOptional()
  @ToInteger()
  @IsInt()
  @Min(2000)
  @Max(2100)
  year?: number;
}
