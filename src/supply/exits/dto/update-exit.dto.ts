import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';

const WEIGHT = { message: 'Weight must be a whole number from 1 to 1000' };

/** What is left out stays. */
export class UpdateExitDto {
  /** A disabled exit gets no new connection and is not on sale. */
  @IsOptional()
  @IsBoolean({ message: 'Enabled must be true or false' })
  enabled?: boolean;

  /** Relative share of the sessions of its place, 1 to 1000. */
  @IsOptional()
  @IsInt(WEIGHT)
  @Min(1, WEIGHT)
  @Max(1000, WEIGHT)
  weight?: number;
}
