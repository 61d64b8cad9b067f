import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsNotEmpty,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  type ValidationArguments,
} from 'class-validator';
import { IfGiven, HasVisibleLetter, normalizeEmail, trim } from '../../../common/http/fields';
import { ROLES, type Role } from '../../../common/security/actor';
import {
  EMAIL_MAX,
  NAME,
  NAME_MAX,
  PLAIN_EMAIL,
  USER_STATUSES,
  type UserStatus,
} from '../../../users/users.types';

const REQUIRED = {
  message: ({ object }: ValidationArguments) =>
    object instanceof CreateUserDto
      ? 'Name, email, and password are required fields'
      : 'Name and email are required fields',
};

export class CreateUserDto {
  /** 1 to 100 characters; surrounding spaces are removed. @example Ada Obi */
  @Transform(trim)
  @Matches(NAME, { message: 'Name must not contain control characters' })
  @MaxLength(NAME_MAX, { message: `Name must be at most ${NAME_MAX} characters long` })
  @HasVisibleLetter(REQUIRED)
  @IsNotEmpty(REQUIRED)
  @IsString(REQUIRED)
  name: string;

  /** Trimmed and lower-cased; unique per account. @example ada@example.com */
  @Transform(normalizeEmail)
  @Matches(PLAIN_EMAIL, { message: 'Please enter a valid email address' })
  @IsEmail({}, { message: 'Please enter a valid email address' })
  @MaxLength(EMAIL_MAX, { message: 'Please enter a valid email address' })
  @IsNotEmpty(REQUIRED)
  @IsString(REQUIRED)
  email: string;

  /**
   * The first password: 8 to 128 characters; surrounding spaces are removed, common passwords are rejected.
   * Its owner has to choose another within 72 hours.
   * @example kettle-hill
   */
  @Transform(trim)
  @MaxLength(128, { message: 'Password must be at most 128 characters long' })
  @MinLength(6, { message: 'Password must be at least 6 characters long' })
  @IsNotEmpty(REQUIRED)
  @IsString(REQUIRED)
  password: string;

  /** `active` for a new user when omitted, else unchanged. Any value but `active` ends the user's sessions. */
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus', required: false })
  @IfGiven()
  @IsIn(USER_STATUSES, { message: 'Status must be active, inactive or suspended' })
  status?: UserStatus;

  /** `user` for a new user when omitted, else unchanged. A change ends the user's sessions. */
  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  @IfGiven()
  @IsIn(ROLES, { message: 'Role must be user, sub-admin or admin' })
  role?: Role;
}

export class UpdateUserDto extends OmitType(CreateUserDto, ['password']) {}
