import { Transform } from 'class-transformer';
import { IsEmail, IsOptional, MaxLength } from 'class-validator';
import { normalizeEmail } from '../../../common/http/transforms';

export class TestEmailDto {
  /** Recipient. Defaults to your own address. @example admin@example.com */
  @IsOptional()
  @Transform(normalizeEmail)
  @MaxLength(254, { message: 'Please enter a valid email address' })
  @IsEmail({}, { message: 'Please enter a valid email address' })
  to?: string;
}
