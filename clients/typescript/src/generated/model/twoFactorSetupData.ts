
export interface TwoFactorSetupData {
  /** The secret as a URI for a QR code. */
  otpauth_uri: string;
  /** Base32 secret for manual entry in an app. Shown once. */
  secret: string;
}
