
export interface TwoFactorData {
  /** Whether two-factor authentication is enabled. */
  enabled: boolean;
  /**
   * When it was enabled; null while disabled.
   * @nullable
   */
  enabled_at: string | null;
  /** Number of unused recovery codes. */
  recovery_codes_left: number;
}
