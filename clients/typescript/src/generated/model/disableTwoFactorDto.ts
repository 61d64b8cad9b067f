
export interface DisableTwoFactorDto {
  /**
   * Six digits of the authenticator app, or a recovery code.
   * @maxLength 40
   */
  code: string;
  /**
   * Your current password.
   * @maxLength 128
   */
  password: string;
}
