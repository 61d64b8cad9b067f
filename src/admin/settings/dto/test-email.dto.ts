import { Transform } from 'class-transformer';
import { IsEmail, IsOptional, MaxLength } from 'class-validator';
import { normalizedEmail } from '../../../common/http/trimmed';

export class TestEmailDto {
  /** Where it goes; your own address when left out. @example admin@example.com */
  @IsOptional()
  @Transform(normalizedEmail)
  @MaxLength(254, { message: 'Please enter a valid email address' })
  @IsEmail({}, { message: 'Please enter a valid email address' })
  to?: string;
}
