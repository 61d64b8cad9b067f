import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { trim } from '../../../common/http/transforms';
import {
  MAX_DETAILS,
  ADDRESS_REPLACEMENT_REASONS,
  type AddressReplacementReason,
  type ReplacementRequest,
} from '../address-replacement.types';

export class ReplaceAddressDto {
  /** `dead`: it does not connect. `blocked`: a website refuses it. `slow`. */
  @ApiProperty({ enum: ADDRESS_REPLACEMENT_REASONS, enumName: 'AddressReplacementReason' })
  @IsIn(ADDRESS_REPLACEMENT_REASONS, { message: 'Choose a reason: dead, blocked or slow' })
  reason: AddressReplacementReason;

  /** For staff, at most 200 characters. @example example.com answers 403 */
  @IsOptional()
  @Transform(trim)
  @IsString({ message: 'The details must be text' })
  @MaxLength(MAX_DETAILS, { message: `Details have at most ${MAX_DETAILS} characters` })
  details?: string | null;
}

export const toReplacementRequest = ({
  reason,
  details,
}: ReplaceAddressDto): ReplacementRequest => ({ reason, details: details || null });
