import {
  PAYOUT_ITEM_KINDS,
  PAYOUT_ITEM_RESULTS,
  PAYOUT_SOURCES,
  type PayoutItemKind,
  type PayoutItemResult,
  type PayoutSource,
} from '../../payments/payments.types';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { PageQuery, PaginationResponse } from '../../common/http/pagination.dto';
import { MAX_ID } from '../../common/http/request.pipes';
import { withMessage } from '../../common/http/api.decorators';
import type { FileImport } from '../../payments/payouts/payout-import.service';
import { type ImportCounts } from '../../payments/payouts/payout.entity';
export const SYSTEM_ACCOUNT_CODES = [
  'korapay_clearing',
  'in_review',
  'disputes',
  'bank',
  'provider_fees',
  'revenue',
  'adjustments',
  'promotions',
  'goodwill',
] as const;
export type SystemAccountCode = (typeof SYSTEM_ACCOUNT_CODES)[number];

const MAX_FILE = 180_000;

export class ImportPayoutFileDto {
  /**
   * Text of a CSV file with a line per transaction and a header with at least `Settlement Reference`,
   * `Settlement Date`, `Transaction Reference` and `Amount`. At most 180,000 characters.
   */
  @IsString({ message: 'Choose a CSV file' })
  @MinLength(1, { message: 'The file is empty' })
  @MaxLength(MAX_FILE, {
    message: 'The file is too large. Download a shorter period; at most 180 KB at once.',
  })
  content: string;
}

export const ITEM_FILTERS = ['all', 'unmatched'] as const;

export class ListPayoutItemsQuery extends PageQuery {
  /** Items of one payout. @example 12 */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_ID)
  payout_id?: number;

  /** `unmatched`: only items without a match. Defaults to `all`. */
  @ApiProperty({ enum: ITEM_FILTERS, enumName: 'PayoutItemFilter', required: false })
  @IsOptional()
  @IsIn(ITEM_FILTERS)
  show?: (typeof ITEM_FILTERS)[number];
}

export class ClearingAccount {
  /**
   * `korapay_clearing`: what the card provider owes the shop. `in_review`: paid and neither credited nor
   * refunded. `disputes`: kept back by the provider. `bank`: payouts received. `provider_fees`, `goodwill`,
   * `promotions`, `adjustments`: costs of the shop. `revenue`: sales.
   */
  @ApiProperty({ enum: SYSTEM_ACCOUNT_CODES, enumName: 'SystemAccountCode' })
  code: SystemAccountCode;
  /** Decimal naira. @example 5000.00 */
  balance: string;
}

export class PayoutImportCounts {
  /** Payouts in the list or the file. */
  listed: number;
  /** Posted by this import. */
  imported: number;
  /** Known before, completed with their items. */
  completed: number;
  /** Known with another amount; nothing was changed. */
  differing: number;
  matched_items: number;
  unmatched_items: number;
}

export class LastPayoutImport {
  id: number;
  @ApiProperty({ enum: PAYOUT_SOURCES, enumName: 'PayoutSource' })
  source: PayoutSource;
  /** False when not everything could be read; `note` has the reason. */
  complete: boolean;
  note: string | null;
  counts: PayoutImportCounts;
  finished_at: Date;
}

export class ClearingData {
  accounts: ClearingAccount[];
  /** Items of payouts that match nothing. */
  unmatched_items: number;
  /** Payouts whose items are not known: upload the provider's file. */
  payouts_without_items: number;
  /** Null before the first one. */
  last_import: LastPayoutImport | null;
}

export class ClearingComparisonData {
  /** What the provider owes by the ledger, decimal naira. @example 5000.00 */
  owed: string;
  /** What the provider says it owes; null when it did not answer. @example 5000.00 */
  reported: string | null;
  /** Part of `reported` that is not settled yet. @example 0.00 */
  pending: string | null;
  /** `reported` less `owed`. @example 0.00 */
  difference: string | null;
  /** Part of the difference that comes from unmatched items. @example 0.00 */
  explained: string;
  /** The rest of the difference. @example 0.00 */
  unexplained: string | null;
  /** Reason why the provider's balance is missing. */
  note: string | null;
}

export class ClearingMonth {
  /** First day, in Lagos. @example 2026-11-01 */
  month: string;
  /** Decimal naira. @example 5000.00 */
  increase: string;
  /** Decimal naira. @example 5000.00 */
  decrease: string;
  /** At the end of the month. @example 0.00 */
  balance: string;
}

export class ClearingMonthsData {
  months: ClearingMonth[];
}

export class PayoutResponse {
  id: number;
  /** The provider's. */
  reference: string;
  /** What the bank received, decimal naira. @example 4925.00 */
  amount: string;
  /** The provider's fee of the payout, decimal naira. @example 0.00 */
  fee: string;
  @ApiProperty({ enum: PAYOUT_SOURCES, enumName: 'PayoutSource' })
  source: PayoutSource;
  paid_at: Date;
  /** Whether its items are imported. */
  has_items: boolean;
  matched_items: number;
  unmatched_items: number;
  /** What the items add up to, less their fees; differs from `amount` and `fee` when items are missing. @example 4925.00 */
  items_total: string;
}

export class PayoutListData {
  payouts: PayoutResponse[];
  pagination: PaginationResponse;
}

export class PayoutItemResponse {
  id: number;
  payout_id: number;
  payout_reference: string;
  @ApiProperty({ enum: PAYOUT_ITEM_KINDS, enumName: 'PayoutItemKind' })
  kind: PayoutItemKind;
  reference: string;
  /** Decimal naira, negative when it is deducted. @example 5000.00 */
  amount: string;
  /** Decimal naira. @example 75.00 */
  fee: string;
  /**
   * `unknown_reference`: nothing here has this reference. `not_booked`: known, but not credited, refunded or
   * disputed here. `amount_differs`: see `expected`. `duplicate`: paid out before.
   */
  @ApiProperty({ enum: PAYOUT_ITEM_RESULTS, enumName: 'PayoutItemResult' })
  result: PayoutItemResult;
  /** What the ledger has booked for it, less the fee. @example 4925.00 */
  expected: string | null;
  /** The customer's transaction. */
  transaction_id: number | null;
}

export class PayoutItemListData {
  items: PayoutItemResponse[];
  pagination: PaginationResponse;
}

export class PayoutFileProblem {
  /** Line of the file without blank lines, the header being 1. */
  line: number;
  message: string;
}

export class PayoutFileData {
  counts: PayoutImportCounts;
  /** Lines that were not readable; their payouts were left out. */
  problems: PayoutFileProblem[];
}

export const toCounts = (counts: ImportCounts): PayoutImportCounts => ({
  listed: counts.listed,
  imported: counts.imported,
  completed: counts.completed,
  differing: counts.differing,
  matched_items: counts.matchedItems,
  unmatched_items: counts.unmatchedItems,
});

export const toPayoutFile = ({ counts, problems }: FileImport): PayoutFileData =>
  withMessage(
    { counts: toCounts(counts), problems: [...problems] },
    problems.length ? 'The file was read with problems.' : 'The file was imported.',
  );
