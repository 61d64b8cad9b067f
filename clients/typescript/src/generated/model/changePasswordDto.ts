
export interface ChangePasswordDto {
  /**
   * 8 to 128 characters; the most common passwords are rejected.
   * @minLength 8
   * @maxLength 128
   */
  new_password: string;
  /** The same as `new_password`. */
  new_password_confirmation: string;
  /**
   * The current password.
   * @maxLength 128
   */
  old_password: string;
}
