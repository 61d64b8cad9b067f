import { Transform } from 'class-transformer';
import {
  Max,
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { MAX_ID } from '../../common/http/request.pipes';
import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { EmailDto, InvitationTokenDto, RegisterDto } from '../../auth/auth.types';
import { PlainText, trim } from '../../common/http/fields';
import { ROLES, type Role } from '../../common/security/actor';
import {
  PERMISSION_GROUPS,
  PERMISSION_TABLE,
  PERMISSIONS,
  PRESETS,
  type Permission,
} from '../../common/security/permissions';
import { NAME, USER_STATUSES, type UserStatus } from '../../users/users.types';

const PERMISSION = { enum: PERMISSIONS, enumName: 'Permission' };

export class PermissionResponse {
  @ApiProperty(PERMISSION)
  name: Permission;
  /** @example Customers */
  @ApiProperty({ enum: PERMISSION_GROUPS, enumName: 'PermissionGroup' })
  group: (typeof PERMISSION_GROUPS)[number];
  /** @example See users */
  label: string;
  /** @example Names, contacts, status and allowed addresses. */
  description: string;
  /** What a role with it has too. */
  @ApiProperty({ ...PERMISSION, isArray: true })
  needs: Permission[];
  /** Whether another admin approves who gets it, where there is one. */
  sensitive: boolean;
}

export class RolePresetResponse {
  /** @example Support */
  name: string;
  @ApiProperty({ ...PERMISSION, isArray: true })
  permissions: Permission[];
}

export class PermissionsData {
  permissions: PermissionResponse[];
  /** Sets to start a role from. */
  presets: RolePresetResponse[];
}

export const PERMISSIONS_DATA: PermissionsData = {
  permissions: PERMISSIONS.map((name) => {
    const { needs = [], sensitive = false, ...info } = PERMISSION_TABLE[name];
    return { name, ...info, needs: [...needs] as Permission[], sensitive };
  }),
  presets: Object.entries(PRESETS).map(([name, permissions]) => ({ name, permissions })),
};

const ROLE_NAME_MAX = 40;
export const MAX_ROLE_ADDRESSES = 20;
const WRONG_PERMISSIONS = {
  message: 'permissions is a list of permissions of GET /admin/permissions',
};
const WRONG_ADDRESSES = { message: 'allowed_addresses is a list of addresses and CIDR ranges' };

export class RoleDto {
  /** Up to 40 characters. @example Support */
  @Transform(trim)
  @MaxLength(ROLE_NAME_MAX, { message: `Name must be at most ${ROLE_NAME_MAX} characters long` })
  @Matches(NAME, { message: 'Please enter a name' })
  @IsString({ message: 'Please enter a name' })
  name: string;

  /** What they need besides is added. */
  @ApiProperty({ ...PERMISSION, isArray: true })
  @IsArray(WRONG_PERMISSIONS)
  @ArrayUnique(WRONG_PERMISSIONS)
  @IsIn(PERMISSIONS, { ...WRONG_PERMISSIONS, each: true })
  permissions: Permission[];

  /**
   * Up to 20 IPv4 and IPv6 addresses and CIDR ranges from which its members can sign in and work. Empty or left out: from
   * everywhere. @example ["203.0.113.0/24"]
   */
  @IsOptional()
  @IsArray(WRONG_ADDRESSES)
  @ArrayMaxSize(MAX_ROLE_ADDRESSES, { message: 'A role has at most 20 allowed addresses' })
  @IsString({ ...WRONG_ADDRESSES, each: true })
  @PlainText()
  allowed_addresses?: string[] | null;

  /** Whether its members can only set up two-factor authentication until they have it. */
  @IsOptional()
  @IsBoolean({ message: 'two_factor_required is true or false' })
  two_factor_required?: boolean;
}

export class RoleResponse {
  /** @example 3 */
  id: number;
  /** @example Support */
  name: string;
  /** Admin and Sub-admin: name and permissions are fixed. */
  built_in: boolean;
  @ApiProperty({ ...PERMISSION, isArray: true })
  permissions: Permission[];
  allowed_addresses: string[];
  two_factor_required: boolean;
  /** How many people have it. @example 2 */
  members: number;
}

export class InviteStaffDto extends EmailDto {
  /** @example 3 */
  @IsInt({ message: 'Please choose a role' })
  @Max(MAX_ID, { message: 'Please choose a role' })
  role_id: number;
}

export class StaffRoleDto extends PickType(InviteStaffDto, ['role_id']) {}

export const INVITATION_STATES = ['sent', 'expired', 'awaits_approval'] as const;

export class StaffInvitationState {
  /** `awaits_approval`: another admin has to approve the role before the mail is sent. */
  @ApiProperty({ enum: INVITATION_STATES, enumName: 'StaffInvitationStateName' })
  state: (typeof INVITATION_STATES)[number];
  expires_at: Date | null;
}

export class StaffMemberData {
  /** @example 4 */
  id: number;
  /** @example Ngozi Eze */
  name: string;
  /** @example ngozi@example.com */
  email: string;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
  /** Of `GET /admin/roles`. @example 3 */
  role_id: number;
  /** @example Support */
  role_name: string;
  /** Whether the role was removed: it lets its members do nothing. */
  role_removed: boolean;
  @ApiProperty({ enum: USER_STATUSES, enumName: 'UserStatus' })
  status: UserStatus;
  two_factor: boolean;
  last_sign_in_at: Date | null;
  /** Null once it is accepted. */
  invitation: StaffInvitationState | null;
}

export class StaffInvitationOfferData {
  /** @example ngozi@example.com */
  email: string;
  /** @example Support */
  role_name: string;
  expires_at: Date;
}

/** The address of the account is that of the invitation. */
export class AcceptStaffInvitationDto extends IntersectionType(
  InvitationTokenDto,
  PickType(RegisterDto, ['name', 'password', 'confirmPassword']),
) {}
