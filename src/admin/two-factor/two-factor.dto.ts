import { IsBoolean } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import type { StaffTwoFactor } from '../../auth/auth.types';
import { ROLES, type Role } from '../../common/security/actor';

export class RequireTwoFactorDto {
  /** Whether staff need two-factor authentication. @example true */
  @IsBoolean({ message: 'Must be true or false' })
  required: boolean;
}

export class TwoFactorRequirementData {
  /** Whether staff without two-factor authentication can only set it up. */
  required: boolean;
}

export const toTwoFactorRequirement = (required: boolean): TwoFactorRequirementData => ({
  required,
});

export class StaffTwoFactorResponse {
  id: number;
  name: string;
  email: string;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
  /** Whether two-factor authentication is enabled. */
  enabled: boolean;
}

export const toStaffTwoFactorList = (staff: StaffTwoFactor[]): StaffTwoFactorResponse[] =>
  staff.map(({ id, name, email, role, enabled }) => ({ id, name, email, role, enabled }));
