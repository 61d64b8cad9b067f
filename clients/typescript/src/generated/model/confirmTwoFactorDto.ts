
export interface ConfirmTwoFactorDto {
  /**
   * Current six-digit code of the authenticator app.
   * @maxLength 40
   */
  code: string;
}
