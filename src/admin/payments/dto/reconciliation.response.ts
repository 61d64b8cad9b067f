import { ApiProperty } from '@nestjs/swagger';
import { toPagination, type Paged, PaginationResponse } from '../../../common/http/pagination.dto';
import {
  DIFFERENCE_KINDS,
  type DifferenceKind,
  type ListedReconciliation,
} from '../../../payments/reconciliation/reconciliation.types';

export class ReconciliationDifference {
  /**
   * `settled_late`: found paid and credited by this run. `not_credited`: paid at the provider, not credited.
   * `not_ours`: paid at the provider, no stored payment. `credited_not_paid`: credited, not paid at the
   * provider.
   * `amount_differs`: both have the payment, with different amounts.
   */
  @ApiProperty({ enum: DIFFERENCE_KINDS, enumName: 'ReconciliationDifferenceKind' })
  kind: DifferenceKind;
  reference: string;
  payment_id: number | null;
  /** The transaction of the payment; null when there is no payment. */
  transaction_id: number | null;
  our_status: string | null;
  /** Decimal naira; null for a sub-admin. @example 5000.00 */
  our_amount: string | null;
  their_status: string | null;
  /** Decimal naira; null for a sub-admin. @example 5000.00 */
  their_amount: string | null;
  /** When staff acknowledged it, which ends its alert; null until then. */
  acknowledged_at: Date | null;
  /** What they noted. */
  acknowledgement: string | null;
}

export class ReconciliationResponse {
  id: number;
  window_from: Date;
  window_to: Date;
  /** False when the provider's list could not be read completely; `note` has the reason. */
  complete: boolean;
  /** Number of charges in the provider's list, of any status. */
  listed: number;
  /** Number of credited payments in the window. */
  credited: number;
  /** Number of payments that this run found paid and credited. */
  settled: number;
  differences: ReconciliationDifference[];
  note: string | null;
  started_at: Date;
  finished_at: Date;
}

export class ReconciliationListData {
  reconciliations: ReconciliationResponse[];
  pagination: PaginationResponse;
}

const toReconciliation = (
  run: ListedReconciliation,
  canViewMoney: boolean,
): ReconciliationResponse => ({
  id: run.id,
  window_from: run.windowFrom,
  window_to: run.windowTo,
  complete: run.complete,
  listed: run.listed,
  credited: run.credited,
  settled: run.settled,
  differences: run.differences.map((found) => ({
    kind: found.kind,
    reference: found.reference,
    payment_id: found.paymentId,
    transaction_id: found.transactionId,
    our_status: found.ourStatus,
    our_amount: canViewMoney ? found.ourAmount : null,
    their_status: found.theirStatus,
    their_amount: canViewMoney ? found.theirAmount : null,
    acknowledged_at: found.acknowledgedAt,
    acknowledgement: found.note,
  })),
  note: run.note,
  started_at: run.startedAt,
  finished_at: run.finishedAt,
});

/** @param canViewMoney whether the viewer may know amounts. */
export const toReconciliationList = (
  paged: Paged<ListedReconciliation>,
  canViewMoney: boolean,
): ReconciliationListData => ({
  reconciliations: paged.rows.map((run) => toReconciliation(run, canViewMoney)),
  pagination: toPagination(paged),
});
