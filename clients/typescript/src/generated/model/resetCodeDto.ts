
export interface ResetCodeDto {
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /**
   * The six digits from the mail.
   * @pattern ^[0-9]{6}$
   */
  token: string;
}
