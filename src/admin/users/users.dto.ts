import {
  IsIn,
  IsOptional,
  IsEmail,
  IsNotEmpty,
  IsString,
  Matches,
  MaxLength,
  MinLength,
  type ValidationArguments,
  IsInt,
  Max,
  Min,
} from 'class-validator';
import { ReversalResponse } from '../../wallet/statement/reversal.types';
import { MAXIMUM_FUNDING } from '../../settings/setting-table.types';
import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ROLES, type Role } from '../../common/security/actor';
import {
  USER_STATUSES,
  type UserStatus,
  EMAIL_MAX,
  FIRST_PASSWORD_MIN,
  NAME,
  NAME_MAX,
  PLAIN_EMAIL,
} from '../../users/users.types';
import { ADDRESS_STATES, type AddressState } from '../../proxies/proxy.types';
import { emptyFilterToUndefined, PaginationResponse } from '../../common/http/pagination.dto';
import { PROXY_KINDS, type ProxyKind } from '../proxies/proxies.dto';
import { SHEET_FORMATS, type SheetFormat } from '../exports/sheet-file';
import { RangeListQuery } from '../paging/paging.dto';
import { IfGiven, HasVisibleLetter, normalizeEmail, trim } from '../../common/http/fields';

const USER_SORTS = ['-created_at', 'created_at'] as const;

/** Searches name, email, phone and id. Its amounts are those of balances. */
export class ListUsersQuery extends RangeListQuery {
  /** Newest first when it is left out. */
  @ApiProperty({ enum: USER_SORTS, enumName: 'UserSort', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(USER_SORTS)
  sort?: (typeof USER_SORTS)[number];

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

/** All that match, in their order; paging is ignored. */
export class ExportUsersDto extends ListUsersQuery {
  @ApiProperty({ enum: SHEET_FORMATS, enumName: 'ListExportFormat' })
  @IsIn(SHEET_FORMATS, { message: 'The format must be csv or xlsx' })
  format: SheetFormat;
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
   * The first password: 6 to 128 characters; surrounding spaces are removed, common passwords are rejected.
   * Its owner has to choose another within 72 hours.
   * @example kettle-hill
   */
  @Transform(trim)
  @MaxLength(128, { message: 'Password must be at most 128 characters long' })
  @MinLength(FIRST_PASSWORD_MIN, {
    message: `Password must be at least ${FIRST_PASSWORD_MIN} characters long`,
  })
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

const MINIMUM_FUNDING = 1000;
const TOO_LITTLE = { message: 'Minimum funding amount is ₦1,000' };

export class FundWalletDto {
  /** Whole naira, 1,000 to 1,000,000,000. @example 5000 */
  @Max(MAXIMUM_FUNDING, { message: 'Maximum funding amount is ₦1,000,000,000' })
  @Min(MINIMUM_FUNDING, TOO_LITTLE)
  @IsInt(TOO_LITTLE)
  amount: number;
}

export class FundedUser {
  id: number;
  name: string;
  email: string;
  /** Naira with two decimals. @example "1500.00" */
  previous_balance: string;
  /** Naira with two decimals. @example "6500.00" */
  new_balance: string;
}

export class FundingTransaction {
  id: number;
  /** @example FUND-7F3A9C21D0B4 */
  reference: string;
  /** Whole naira. @example 5000 */
  amount: number;
}

export class FundWalletData {
  user: FundedUser;
  transaction: FundingTransaction;
}

export class AdminUserStats {
  /** Proxies that are currently usable. */
  active_proxies: number;
  /** Orders that were not refunded in full. */
  total_purchases: number;
  /** Whole naira spent on orders, net of refunds; null for a sub-admin. */
  total_spent: number | null;
}

export class AdminTeamOwner {
  id: number;
  /** @example Ada Obi */
  name: string;
}

/** A user as the back office sees one. */
export class AdminUserResponse {
  id: number;
  /** @example Ada Obi */
  name: string;
  /** @example ada@example.com */
  email: string;
  phone: string | null;
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus' })
  status: UserStatus;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
  /** Name of the role of the shop's own that a sub-admin has in place of the built-in one. @example Support */
  staff_role: string | null;
  /** Naira with two decimals; null for a sub-admin. @example "12500.00" */
  balance: string | null;
  created_at: Date;
  email_verified_at: Date | null;
  /** The latest sign-in; null for none. */
  last_login_at: Date | null;
  /** The customer for whom the user acts as a member of a team; null for one who acts for the own account. */
  team_owner: AdminTeamOwner | null;
  /** People who act for the user. */
  team_members: number;
  stats: AdminUserStats;
}

export class AdminUserStatistics {
  /** Users that match the filters. */
  total: number;
  active: number;
  suspended: number;
  /** Naira with two decimals over all of them; null for a sub-admin and with estimates. @example "250000.00" */
  total_balance: string | null;
  /** Present, and true, when the counts are estimates, as `total_is_estimate` of the pagination. */
  is_estimate?: boolean;
}

export class AdminUserListData {
  users: AdminUserResponse[];
  pagination: PaginationResponse;
  statistics: AdminUserStatistics;
}

export class AdminUserData {
  user: AdminUserResponse;
}

export class SessionsEndedData {
  /** How many sessions were ended; 0 when the user was signed in nowhere. */
  ended: number;
}

export class UserAllowedAddressResponse {
  @ApiProperty()
  id: number;
  /** In its canonical form. @example 203.0.113.7 */
  @ApiProperty()
  address: string;
  @ApiProperty()
  created_at: Date;
  /**
   * `pending` until a request with the username and password of one of the customer's proxies has come from there;
   * `active` from then on; `taken` while another customer has proved it. @example active
   */
  @ApiProperty({ enum: ADDRESS_STATES })
  state: AddressState;
  /** When it was last used without a password, to the hour; null unless it is active. */
  last_used_at: Date | null;
}

export class UserProxyAddressesResponse {
  /** @example 12 */
  proxy_id: number;
  addresses: UserAllowedAddressResponse[];
}

export class UserAllowedAddressesData {
  /** False while the feature is switched off: passwords are needed everywhere, and the lists are kept. */
  enabled: boolean;
  /** For all proxies of the account, also those that are bought later. */
  account: UserAllowedAddressResponse[];
  /** For the proxies that have a list of their own. */
  proxies: UserProxyAddressesResponse[];
}

export class UserCreator {
  /** @example Site Admin */
  admin_name: string;
}

export class AdminUserCreatedData {
  user: AdminUserResponse;
  created_by: UserCreator;
}

export class AdminUserUpdatedData {
  user: AdminUserResponse;
  /** Names of the changed fields. @example ["status"] */
  updated_fields: string[];
}

const PURCHASE_STATES = ['active', 'expired', 'refunded'] as const;

export class UserPurchase {
  id: number;
  @ApiProperty({ enum: PROXY_KINDS, enumName: 'ProxyKind' })
  type: ProxyKind;
  /** Two letters, or `zz` for any. @example us */
  country: string;
  /** Whole naira charged. @example 4500 */
  amount: number;
  date: Date;
  @ApiProperty({ enum: PURCHASE_STATES, enumName: 'PurchaseState' })
  status: (typeof PURCHASE_STATES)[number];
  /** Duration in days. @example 30 */
  duration: number;
  /** Number of its proxies. */
  proxies: number;
  /** Its refunds, oldest first. */
  reversals: ReversalResponse[];
}

export class UserPurchasesData {
  purchases: UserPurchase[];
  pagination: PaginationResponse;
}

export class UserPayment {
  id: number;
  /** Wallet Top-up, Proxy Purchase, Refund, Admin Funding, Chargeback, Debt, Goodwill or Correction. @example Wallet Top-up */
  type: string;
  /** Whole naira, negative for a refund. @example 5000 */
  amount: number;
  date: Date;
  /** @example Card */
  method: string;
  /** `completed`, `pending`, `failed`, `cancelled` or `refunded`. @example completed */
  status: string;
  reference: string;
  /** Refunds of a purchase and chargebacks of a top-up, oldest first. */
  reversals: ReversalResponse[];
}

export class UserPaymentsData {
  payments: UserPayment[];
  pagination: PaginationResponse;
}

export class UserWalletEntry {
  id: number;
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: 'credit' | 'debit';
  /** Whole naira, always positive. @example 5000 */
  amount: number;
  /** Balance after the transaction in whole naira; null where the ledger has none. */
  balance_after: number | null;
  /** True when the balance is null because the month of the transaction is archived; else left out. */
  is_archived?: boolean;
  description: string;
  date: Date;
  reference: string;
}

export class UserWalletData {
  wallet: UserWalletEntry[];
  pagination: PaginationResponse;
}
