import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean, IsISO8601, IsString, MaxLength, ValidateIf } from 'class-validator';
import { IfGiven, IsPlausible, trim } from '../../../common/http/fields';

const NOTE = { message: 'A note has at most 500 characters' };
const isGiven = (_: object, value: unknown) => value !== undefined && value !== null;

/** What is left out stays. */
export class UpdateUnitDto {
  /** A disabled unit is not sold; the proxy that has it keeps it. Enabling brings a withdrawn unit back. */
  @IfGiven()
  @IsBoolean({ message: 'Enabled must be true or false' })
  enabled?: boolean;

  /** When its provider takes it back; null: not known. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true, required: false })
  @ValidateIf(isGiven)
  @IsPlausible({ message: 'The end must be between the years 2000 and 2099' })
  @IsISO8601({ strict: true }, { message: 'The end must be a date and time' })
  upstream_expires_at?: string | null;

  /** Up to 500 characters; null or nothing removes it. */
  @ApiProperty({ type: String, nullable: true, required: false })
  @ValidateIf(isGiven)
  @Transform(trim)
  @IsString(NOTE)
  @MaxLength(500, NOTE)
  note?: string | null;
}
