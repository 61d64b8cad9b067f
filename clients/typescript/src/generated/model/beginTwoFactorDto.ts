
export interface BeginTwoFactorDto {
  /**
   * Your current password.
   * @maxLength 128
   */
  password: string;
}
