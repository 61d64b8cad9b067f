
export interface ResetPasswordDto {
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /** The same as `password`. */
  password_confirmation: string;
  /**
   * The six digits from the mail.
   * @pattern ^[0-9]{6}$
   */
  token: string;
}
