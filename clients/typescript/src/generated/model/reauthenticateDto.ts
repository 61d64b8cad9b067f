
export interface ReauthenticateDto {
  /**
   * With two-factor authentication: six digits of the app, or a recovery code.
   * @maxLength 40
   */
  code?: string;
  /**
   * The current password.
   * @maxLength 128
   */
  password: string;
}
