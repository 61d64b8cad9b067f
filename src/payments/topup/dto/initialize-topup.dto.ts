import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsInt, IsObject, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { MAXIMUM_TOPUP } from '../../../settings/settings.types';
import { REFERENCE_PATTERN, UNRESERVED_REFERENCE_PATTERN } from '../../payments.types';
import { IsFlatMetadata } from './is-flat-metadata';

export class InitializeTopupDto {
  /** Whole naira, from the site's minimum (see GET /pricing-info) to 1,000,000. @example 5000 */
  @ApiProperty({ type: 'integer', minimum: 100, maximum: MAXIMUM_TOPUP })
  @IsInt({ message: 'Amount must be a whole number of naira' })
  amount: number;

  /** Always NGN; may be left out. */
  @ApiProperty({ enum: ['NGN'], enumName: 'Currency', required: false })
  @IsOptional()
  @IsIn(['NGN'], { message: 'Currency must be NGN' })
  currency?: 'NGN';

  /** Accepted for older clients and ignored: the signed-in user's own address is used. */
  @IsOptional()
  @IsString()
  @MaxLength(320)
  email?: string;

  /** 8 to 50 letters, digits, `-` or `_`, made by the client and never used before. @example TOPUP1763600000000AB12CD */
  @ApiProperty({ pattern: REFERENCE_PATTERN.source })
  @Matches(UNRESERVED_REFERENCE_PATTERN, { message: 'Reference must not begin like one of ours' })
  @Matches(REFERENCE_PATTERN, {
    message: 'Reference must be 8 to 50 letters, digits, hyphens or underscores',
  })
  reference: string;

  /** Where the checkout sends the customer back to: a page of this site. @example http://localhost:3000/wallet?status=success */
  @IsString()
  @MaxLength(2000)
  callback_url: string;

  /** Notes of the client, kept with the transaction: at most 20 plain values, 2 KiB in all. They decide nothing. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  @IsOptional()
  @IsObject()
  @IsFlatMetadata()
  metadata?: Record<string, unknown>;
}
