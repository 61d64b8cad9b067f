import { ApiProperty } from '@nestjs/swagger';
import { ok } from '../../../common/http/envelope.response';
import { ROLES, type Role } from '../../../common/security/actor';
import type { TwoFactorSetup, TwoFactorStatus, StaffTwoFactor } from '../../../auth/auth.types';

export class SecondFactorData {
  /** Whether signing in takes a code. */
  enabled: boolean;
  /** Since when; null while it is off. */
  enabled_at: Date | null;
  /** Recovery codes that were not used yet. @example 10 */
  recovery_codes_left: number;
}

export class SecondFactorResponse {
  success: boolean;
  data: SecondFactorData;
}

export const toSecondFactor = ({
  enabledAt,
  recoveryCodesLeft,
}: TwoFactorStatus): SecondFactorResponse =>
  ok({
    enabled: enabledAt !== null,
    enabled_at: enabledAt,
    recovery_codes_left: recoveryCodesLeft,
  });

export class SecondFactorSetupData {
  /** Base32, to be typed into an app. Shown once. @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ */
  secret: string;
  /** The same for a QR code. */
  otpauth_uri: string;
}

export class SecondFactorSetupResponse {
  success: boolean;
  data: SecondFactorSetupData;
}

export const toSecondFactorSetup = (setup: TwoFactorSetup): SecondFactorSetupResponse =>
  ok({ secret: setup.secret, otpauth_uri: setup.otpauthUri });

export class RecoveryCodesData {
  /** Ten codes that work once each in place of the app. Shown once. @example ["k3bq-7xwe-m2pa-zr4d"] */
  recovery_codes: string[];
}

export class RecoveryCodesResponse {
  success: boolean;
  message?: string;
  data: RecoveryCodesData;
}

export const toRecoveryCodes = (codes: string[], text: string): RecoveryCodesResponse =>
  ok({ recovery_codes: codes }, text);

export class StaffSecondFactorResponse {
  id: number;
  name: string;
  email: string;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
  /** Whether their sign-in takes a code. */
  enabled: boolean;
}

export class StaffSecondFactorsResponse {
  success: boolean;
  /** By name. */
  data: StaffSecondFactorResponse[];
}

export const toStaffSecondFactors = (staff: StaffTwoFactor[]): StaffSecondFactorsResponse =>
  ok(staff.map(({ id, name, email, role, enabled }) => ({ id, name, email, role, enabled })));
