
export interface ContactDto {
  /**
   * Up to 100 characters.
   * @maxLength 100
   */
  company?: string;
  /**
   * Address for the reply.
   * @maxLength 254
   */
  email: string;
  /**
   * 10 to 4000 characters.
   * @minLength 10
   * @maxLength 4000
   */
  message: string;
  /**
   * 1 to 100 characters.
   * @maxLength 100
   */
  name: string;
  /** Honeypot: hidden from people, so omit it or leave it empty. */
  website?: string;
}
