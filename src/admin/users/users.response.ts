import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse, toPagination, type Paged } from '../../common/http/pagination.dto';
import { ROLES, type Role } from '../../common/security/actor';
import { USER_STATUSES, type UserStatus } from '../../users/users.types';
import {
  type ManagedUser,
  type UserStatistics,
  type FundedWallet,
  PURPOSE_LABELS,
  PURCHASE_STATES,
  type PaymentRow,
  type PurchaseRow,
  type PurchaseState,
  type WalletRow,
} from './admin-users.types';
import { withMessage } from '../../common/http/api.decorators';
import {
  ADDRESS_STATES,
  type AddressState,
  type CustomerAddresses,
  type ListedAddress,
} from '../../proxies/allowed-addresses/allowed-addresses.types';
import {
  NO_SECOND_ADMIN,
  toOutcome,
  type ProposalData,
} from '../wallet-corrections/wallet-corrections.dto';
import type { Outcome } from '../wallet-corrections/staff-movements.service';
import type { UserChange } from './admin-users.service';
import { PROXY_KINDS, type ProxyKind } from '../proxies/admin-proxies.types';

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
  /** Naira with two decimals; null for a sub-admin. @example "12500.00" */
  balance: string | null;
  created_at: Date;
  email_verified_at: Date | null;
  /** The latest sign-in that is still on record; null for none. */
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

export const toAdminUser = (user: ManagedUser): AdminUserResponse => ({
  id: user.id,
  name: user.name,
  email: user.email,
  phone: user.phone,
  status: user.status,
  role: user.role,
  balance: user.balance?.toDecimalString() ?? null,
  created_at: user.createdAt,
  email_verified_at: user.emailVerifiedAt,
  last_login_at: user.lastLoginAt,
  team_owner: user.teamOwner && { id: user.teamOwner.id, name: user.teamOwner.name },
  team_members: user.teamMembers,
  stats: {
    active_proxies: user.activeProxies,
    total_purchases: user.purchases,
    total_spent: user.spent?.toNaira() ?? null,
  },
});

export const toAdminUserDetail = (user: ManagedUser): AdminUserData => ({
  user: toAdminUser(user),
});

export const toAdminUserList = (
  users: Paged<ManagedUser>,
  statistics: UserStatistics,
): AdminUserListData => ({
  users: users.rows.map(toAdminUser),
  pagination: toPagination(users),
  statistics: {
    total: statistics.total,
    active: statistics.active,
    suspended: statistics.suspended,
    total_balance: statistics.balance?.toDecimalString() ?? null,
    ...(statistics.isEstimate && { is_estimate: true }),
  },
});

export class SessionsEndedData {
  /** How many sessions were ended; 0 when the user was signed in nowhere. */
  ended: number;
}

export const toSessionsEnded = (ended: number): SessionsEndedData =>
  withMessage(
    { ended },
    ended === 0
      ? 'There was no session to end.'
      : `${ended} ${ended === 1 ? 'session has' : 'sessions have'} been ended.`,
  );

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

const toAddress = (listed: ListedAddress): UserAllowedAddressResponse => ({
  id: listed.id,
  address: listed.address,
  created_at: listed.createdAt,
  state: listed.state,
  last_used_at: listed.lastUsedAt,
});

export const toUserAllowedAddresses = (lists: CustomerAddresses): UserAllowedAddressesData => ({
  enabled: lists.isEnabled,
  account: lists.account.map(toAddress),
  proxies: lists.proxies.map(({ proxyId, addresses }) => ({
    proxy_id: proxyId,
    addresses: addresses.map(toAddress),
  })),
});

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

const describe = (message: string, { isAlone }: UserChange): string =>
  isAlone ? `${message} ${NO_SECOND_ADMIN}` : message;

export const toUserCreated = (
  outcome: Outcome<UserChange>,
  admin: string,
): AdminUserCreatedData | ProposalData =>
  toOutcome(outcome, (change) =>
    withMessage(
      { user: toAdminUser(change.user), created_by: { admin_name: admin } },
      describe('User added successfully!', change),
    ),
  );

export const toUserUpdated = (
  outcome: Outcome<UserChange>,
  message = 'User updated successfully!',
): AdminUserUpdatedData | ProposalData =>
  toOutcome(outcome, (change) =>
    withMessage(
      { user: toAdminUser(change.user), updated_fields: change.updatedFields },
      describe(message, change),
    ),
  );

export const toFundWallet = (funded: FundedWallet): FundWalletData =>
  withMessage(
    {
      user: {
        id: funded.user.id,
        name: funded.user.name,
        email: funded.user.email,
        previous_balance: funded.previousBalance.toDecimalString(),
        new_balance: funded.newBalance.toDecimalString(),
      },
      transaction: {
        id: funded.transactionId,
        reference: funded.reference,
        amount: funded.amount.toNaira(),
      },
    },
    'Wallet funded successfully!',
  );

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
  status: PurchaseState;
  /** Duration in days. @example 30 */
  duration: number;
  /** Number of its proxies. */
  proxies: number;
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

const toPurchase = (row: PurchaseRow): UserPurchase => ({
  id: row.id,
  type: row.type,
  country: row.country,
  amount: row.amount.toNaira(),
  date: row.date,
  status: row.status,
  duration: row.days,
  proxies: row.proxies,
});

const toPayment = (row: PaymentRow): UserPayment => ({
  id: row.id,
  type: PURPOSE_LABELS[row.purpose],
  amount: row.purpose === 'refund' ? -row.amount.toNaira() : row.amount.toNaira(),
  date: row.date,
  method: row.method,
  status: row.status,
  reference: row.reference,
});

const toWalletEntry = (row: WalletRow): UserWalletEntry => ({
  id: row.id,
  type: row.type,
  amount: row.amount.toNaira(),
  balance_after: row.balanceAfter?.toNaira() ?? null,
  ...(row.isArchived && { is_archived: true }),
  description: row.description,
  date: row.date,
  reference: row.reference,
});

export const toUserPurchases = (paged: Paged<PurchaseRow>): UserPurchasesData => ({
  purchases: paged.rows.map(toPurchase),
  pagination: toPagination(paged),
});

export const toUserPayments = (paged: Paged<PaymentRow>): UserPaymentsData => ({
  payments: paged.rows.map(toPayment),
  pagination: toPagination(paged),
});

export const toUserWallet = (paged: Paged<WalletRow>): UserWalletData => ({
  wallet: paged.rows.map(toWalletEntry),
  pagination: toPagination(paged),
});
