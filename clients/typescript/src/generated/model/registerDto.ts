
export interface RegisterDto {
  /** The same as `password`. */
  confirmPassword: string;
  /** Accepted for compatibility and ignored: the server's clock applies. */
  created_at?: string;
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /**
   * 1 to 100 characters; surrounding spaces are removed.
   * @maxLength 100
   */
  name: string;
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  password: string;
  /**
   * The code of an invitation link; one that is unknown is passed over.
   * @maxLength 40
   */
  referral?: string;
}
