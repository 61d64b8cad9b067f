
export interface SaveBillingDetailsDto {
  /**
   * One to five lines separated by line feeds, up to 300 characters.
   * @minLength 1
   * @maxLength 300
   */
  address: string;
  /**
   * Printed on invoices.
   * @maxLength 254
   * @nullable
   */
  email?: string | null;
  /**
   * A person or a company, up to 120 characters.
   * @minLength 1
   * @maxLength 120
   * @pattern ^[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$
   */
  name: string;
  /**
   * Tax identification number: 8 digits, a hyphen and 4 digits, or 10 to 13 digits.
   * @nullable
   */
  tin?: string | null;
}
