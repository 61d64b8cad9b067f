import { Transform } from 'class-transformer';
import {
  IsEmail,
  IsString,
  Matches,
  MaxLength,
  registerDecorator,
  type ValidationArguments,
  type ValidationOptions,
} from 'class-validator';
import { normalizeEmail } from '../common/http/fields';
import { EMAIL_MAX, PLAIN_EMAIL } from '../users/users.types';

const UNUSABLE = 'Please enter a valid email address';

export class EmailDto {
  /** Case-insensitive; surrounding spaces are removed. @example ada@example.com */
  @Transform(normalizeEmail)
  @MaxLength(EMAIL_MAX, { message: UNUSABLE })
  @Matches(PLAIN_EMAIL, { message: UNUSABLE })
  @IsEmail({}, { message: UNUSABLE })
  email: string;
}

const NO_TOKEN = { message: 'The token of the invitation is missing' };

export class InvitationTokenDto {
  /** From the link of the email. */
  @MaxLength(100, NO_TOKEN)
  @IsString(NO_TOKEN)
  token: string;
}

/** The value equals that of another field of the same body. */
export const Match =
  (field: string, options: ValidationOptions): PropertyDecorator =>
  (target, property) =>
    registerDecorator({
      name: 'sameAs',
      target: target.constructor,
      propertyName: String(property),
      options,
      validator: {
        validate: (value: unknown, { object }: ValidationArguments) =>
          value === (object as Record<string, unknown>)[field],
      },
    });

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
/** Longest code accepted: a recovery code with the separators that people copy along. */
export const CODE_MAX = 40;
