
export interface BillingDetailsFields {
  /** Lines separated by line feeds. */
  address: string;
  /**
   * Printed on invoices.
   * @nullable
   */
  email: string | null;
  /** A person or a company. */
  name: string;
  /**
   * Tax identification number.
   * @nullable
   */
  tin: string | null;
}
