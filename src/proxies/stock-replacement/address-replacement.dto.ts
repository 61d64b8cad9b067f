import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsIP, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { trim, PlainText } from '../../common/http/fields';
import {
  MAX_DETAILS,
  ADDRESS_REPLACEMENT_REASONS,
  type AddressReplacementReason,
} from './address-replacement.entity';

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

  /** `ip` of the proxy when you found it wrong: another one that it has by now stays. @example 203.0.113.7 */
  @IsOptional()
  @PlainText()
  @IsIP(undefined, { message: 'The address must be an IP address' })
  address?: string | null;
}

const REASON = { message: 'Enter a reason of 3 to 500 characters' };

export class ReplaceUnitDto {
  /** For the audit trail and the note of the withdrawn unit, 3 to 500 characters. @example Blocked by the provider */
  @Transform(trim)
  @IsString(REASON)
  @Length(3, 500, REASON)
  reason: string;
}

export class ReplacedUnitData {
  proxy_id: number;
  old_address: string;
  new_address: string;
}
