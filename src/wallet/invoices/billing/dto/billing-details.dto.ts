import { Transform } from 'class-transformer';
import { IsEmail, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
import {
  ADDRESS,
  ADDRESS_MAX,
  INVALID_TIN,
  NIGERIAN_TIN,
  normalizeLines,
  normalizeTin,
} from '../../../../common/http/invoice-party';
import { normalizeEmail, trim } from '../../../../common/http/transforms';
import type { Buyer } from '../../invoice.types';
import { HasVisibleLetter } from '../../../../common/http/has-visible-letter.decorator';

const NAME_MAX = 120;
const EMAIL_MAX = 254;
const NAME = { message: `Enter the name of a person or company, up to ${NAME_MAX} characters` };
const ADDRESS_LINES = {
  message: `Enter an address of one to five lines, up to ${ADDRESS_MAX} characters`,
};
const EMAIL = { message: 'Please enter a valid email address' };

export class SaveBillingDetailsDto {
  /** A person or a company, up to 120 characters. @example Ada Ventures Ltd */
  @Transform(trim)
  @Matches(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u, NAME)
  @HasVisibleLetter(NAME)
  @Length(1, NAME_MAX, NAME)
  @IsString(NAME)
  name: string;

  /** One to five lines separated by line feeds, up to 300 characters. @example 12 Broad Street */
  @Transform(normalizeLines)
  @Matches(ADDRESS, ADDRESS_LINES)
  @Length(1, ADDRESS_MAX, ADDRESS_LINES)
  @IsString(ADDRESS_LINES)
  address: string;

  /** Tax identification number: 8 digits, a hyphen and 4 digits, or 10 to 13 digits. @example 12345678-0001 */
  @IsOptional()
  @Transform(normalizeTin)
  @Matches(NIGERIAN_TIN, INVALID_TIN)
  @IsString(INVALID_TIN)
  tin?: string | null;

  /** Printed on invoices. @example accounts@example.com */
  @IsOptional()
  @Transform((params) => normalizeEmail(params) || null)
  @MaxLength(EMAIL_MAX, EMAIL)
  @IsEmail({}, EMAIL)
  email?: string | null;
}

export const toBuyer = ({ name, address, tin, email }: SaveBillingDetailsDto): Buyer => ({
  name,
  address,
  tin: tin ?? null,
  email: email ?? null,
});
