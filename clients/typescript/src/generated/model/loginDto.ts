
export interface LoginDto {
  /**
   * For accounts with two-factor authentication, after 401 SECOND_FACTOR_REQUIRED: the six
digits of the authenticator app, or a recovery code.
   * @maxLength 40
   */
  code?: string;
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /** @maxLength 128 */
  password: string;
}
