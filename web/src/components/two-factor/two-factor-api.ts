import type {
  useAdminBeginTwoFactor,
  useAdminConfirmTwoFactor,
  useAdminDisableTwoFactor,
  useAdminGetTwoFactor,
  useAdminReplaceRecoveryCodes,
} from '@/api/generated/hooks/admin-security/admin-security';

/** The calls for the own account: staff and customers have routes of their own, of the same shapes. */
export interface TwoFactorApi {
  readonly useStatus: typeof useAdminGetTwoFactor;
  readonly useBegin: typeof useAdminBeginTwoFactor;
  readonly useConfirm: typeof useAdminConfirmTwoFactor;
  readonly useReplaceCodes: typeof useAdminReplaceRecoveryCodes;
  readonly useDisable: typeof useAdminDisableTwoFactor;
}
