import { ApiProperty } from '@nestjs/swagger';
import {
  PERMISSION_GROUPS,
  PERMISSION_TABLE,
  PERMISSIONS,
  PRESETS,
  type Permission,
} from '../../common/security/permissions';

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
