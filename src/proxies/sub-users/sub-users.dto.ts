import { Transform } from 'class-transformer';
import { IsBoolean, IsNumber, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { MAX_LIMIT_GB, MAX_SUB_USER_NAME } from './sub-user.entity';
import { toPlainText } from '../../common/text/plain-text';

const NAME = {
  message: `A name has 1 to ${MAX_SUB_USER_NAME} letters, digits and underscores`,
};
const LIMIT = { message: 'A limit is from 0.01 to 100,000 GB' };
const toLower = ({ value }: { value: unknown }) =>
  typeof value === 'string' ? toPlainText(value).toLowerCase() : value;

export class SubUserLimitsDto {
  /** GB from midnight to midnight in Lagos, with at most two decimals; null without a limit. @example 2.5 */
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 }, LIMIT)
  @Min(0.01, LIMIT)
  @Max(MAX_LIMIT_GB, LIMIT)
  daily_limit_gb?: number | null;

  /** GB in a calendar month of Lagos, with at most two decimals; null without a limit. @example 20 */
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 }, LIMIT)
  @Min(0.01, LIMIT)
  @Max(MAX_LIMIT_GB, LIMIT)
  monthly_limit_gb?: number | null;
}

export class CreateSubUserDto extends SubUserLimitsDto {
  /** Comes after the proxy’s username and a dot. Letters become lower case. @example tunde */
  @Transform(toLower)
  @IsString(NAME)
  @Matches(/^[a-z0-9_]{1,20}$/, NAME)
  name: string;
}

/** Replaces all of it: a limit that is left out is none. */
export class ChangeSubUserDto extends SubUserLimitsDto {
  /** Whether the sub-user is shut out for now. @example false */
  @IsBoolean({ message: 'suspended is true or false.' })
  suspended: boolean;
}

export class SubUserResponse {
  /** @example 12 */
  id: number;
  /** @example tunde */
  name: string;
  /** For the gateway; session and place may follow it. @example npk3f8a1b2c.tunde */
  username: string;
  /** @example Xy7pQ2mN8rT4vW6zB3kD */
  password: string;
  /** GB from midnight to midnight in Lagos; null without a limit. @example 2.5 */
  daily_limit_gb: number | null;
  /** GB in a calendar month of Lagos; null without a limit. @example 20 */
  monthly_limit_gb: number | null;
  /** Whether the sub-user is shut out for now. @example false */
  suspended: boolean;
  /** Bytes in both directions today. @example 52428800 */
  used_today: number;
  /** Bytes in both directions this month. @example 1073741824 */
  used_this_month: number;
  created_at: Date;
}

export class SubUsersData {
  /** In the order of their names. */
  sub_users: SubUserResponse[];
  /** The most that a proxy may have. @example 50 */
  limit: number;
}
