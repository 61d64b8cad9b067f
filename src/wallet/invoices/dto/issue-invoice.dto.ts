import { IsInt, Max, Min } from 'class-validator';
import { MAX_ID } from '../../../common/http/parse-id.pipe';

const TRANSACTION = { message: 'transaction_id must be the id of a transaction' };

export class IssueInvoiceDto {
  /** A transaction with `can_invoice`. @example 4711 */
  @Max(MAX_ID, TRANSACTION)
  @Min(1, TRANSACTION)
  @IsInt(TRANSACTION)
  transaction_id: number;
}
