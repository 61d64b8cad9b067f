
export interface RecoveryCodesData {
  /** Ten single-use codes that replace the app. Shown once. */
  recovery_codes: string[];
}
