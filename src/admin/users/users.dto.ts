import {
  IsInt,
  Max,
  Min,
  IsIn,
  IsOptional,
  IsEmail,
  IsNotEmpty,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  type ValidationArguments,
} from 'class-validator';
import { MAXIMUM_FUNDING } from '../../settings/settings.types';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ROLES, type Role } from '../../common/security/actor';
import {
  USER_STATUSES,
  type UserStatus,
  EMAIL_MAX,
  NAME,
  NAME_MAX,
  PLAIN_EMAIL,
} from '../../users/users.types';
import { emptyFilterToUndefined } from '../../common/http/pagination.dto';
import { ShopListQuery } from '../paging/paging.dto';
import { IfGiven, HasVisibleLetter, normalizeEmail, trim } from '../../common/http/fields';

const MINIMUM = 1000;
const TOO_LITTLE = { message: 'Minimum funding amount is ₦1,000' };

export class FundWalletDto {
  /** Whole naira, 1,000 to 1,000,000,000. @example 5000 */
  @Max(MAXIMUM_FUNDING, { message: 'Maximum funding amount is ₦1,000,000,000' })
  @Min(MINIMUM, TOO_LITTLE)
  @IsInt(TOO_LITTLE)
  amount: number;
}

/** Searches name, email, phone and id. */
export class ListUsersQuery extends ShopListQuery {
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(USER_STATUSES)
  status?: UserStatus;

  @ApiProperty({ enum: ROLES, enumName: 'Role', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(ROLES)
  role?: Role;
}

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
