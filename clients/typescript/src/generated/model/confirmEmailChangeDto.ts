
export interface ConfirmEmailChangeDto {
  /** The six digits that were mailed to the present address. */
  current_code: string;
  /**
   * Case-insensitive; surrounding spaces are removed.
   * @maxLength 254
   */
  email: string;
  /** The six digits that were mailed to the new address. */
  new_code: string;
}
