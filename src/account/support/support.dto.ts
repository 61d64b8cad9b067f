import { Transform } from 'class-transformer';
import {
  Allow,
  IsEmail,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  MinLength,
} from 'class-validator';
import { normalizeEmail, trim, HasVisibleLetter } from '../../common/http/fields';

const NAME_MAX = 100;
const EMAIL_MAX = 254;
const MESSAGE_MIN = 10;
const MESSAGE_MAX = 4000;
const BAD_EMAIL = { message: 'Please enter a valid email address' };
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u;
/** Quoted local parts are legal and unknown to most of the software a mail meets on its way. */
const PLAIN = /^[^\s"<>()[\]\\,;:]+$/;

export class ContactDto {
  /** 1 to 100 characters. @example Ada Obi */
  @Transform(trim)
  @MaxLength(NAME_MAX, { message: `Name must be at most ${NAME_MAX} characters long` })
  @HasVisibleLetter({ message: 'Please enter your name' })
  @Matches(ONE_LINE, { message: 'Please enter your name' })
  @IsString({ message: 'Please enter your name' })
  name: string;

  /** Address for the reply. @example ada@example.com */
  @Transform(normalizeEmail)
  @MaxLength(EMAIL_MAX, BAD_EMAIL)
  @Matches(PLAIN, BAD_EMAIL)
  @IsEmail({}, BAD_EMAIL)
  email: string;

  /** Up to 100 characters. @example Obi Data Ltd */
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : value))
  @MaxLength(NAME_MAX, { message: `Company must be at most ${NAME_MAX} characters long` })
  @HasVisibleLetter({ message: 'Please enter the name of your company' })
  @Matches(ONE_LINE, { message: 'Company must be one line' })
  company?: string;

  /** 10 to 4000 characters. @example We need forty residential proxies in Lagos and Accra. */
  @Transform(trim)
  @MaxLength(MESSAGE_MAX, { message: `Message must be at most ${MESSAGE_MAX} characters long` })
  @MinLength(MESSAGE_MIN, { message: `Message must be at least ${MESSAGE_MIN} characters long` })
  @IsString({ message: 'Please enter a message' })
  message: string;

  /** Honeypot: hidden from people, so omit it or leave it empty. */
  @Allow()
  website?: string;
}
