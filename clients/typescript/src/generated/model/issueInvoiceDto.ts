
export interface IssueInvoiceDto {
  /**
   * A transaction with `can_invoice`.
   * @minimum 1
   * @maximum 2147483647
   */
  transaction_id: number;
}
