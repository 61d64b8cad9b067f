import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { EXIT_KINDS, type ExitKind } from '../../../catalog/catalog.types';
import { PageQuery, emptyFilterToUndefined } from '../../../common/http/pagination.dto';
import { HEALTH_STATES, type HealthState } from '../health.types';

/** Filters networks and exits; pages count the exits. */
export class SupplyHealthQuery extends PageQuery {
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(EXIT_KINDS)
  kind?: ExitKind;

  @ApiProperty({ enum: HEALTH_STATES, enumName: 'SupplyHealthState', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(HEALTH_STATES)
  state?: HealthState;
}
