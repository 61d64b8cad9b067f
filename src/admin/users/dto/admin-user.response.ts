import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse, toPagination, type Paged } from '../../../common/http/pagination.dto';
import { ROLES, type Role } from '../../../common/security/actor';
import { USER_STATUSES, type UserStatus } from '../../../users/users.types';
import type { ManagedUser, UserStatistics } from '../admin-users.types';

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
