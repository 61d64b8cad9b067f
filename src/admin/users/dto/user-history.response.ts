import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse, toPagination, type Paged } from '../../../common/http/pagination.dto';
import { PROXY_KINDS, type ProxyKind } from '../../proxies/admin-proxies.types';
import {
  PURPOSE_LABELS,
  PURCHASE_STATES,
  type PaymentRow,
  type PurchaseRow,
  type PurchaseState,
  type WalletRow,
} from '../admin-users.types';

export class UserPurchase {
  id: number;
  @ApiProperty({ enum: PROXY_KINDS, enumName: 'ProxyKind' })
  type: ProxyKind;
  /** Two letters, or `zz` for any. @example us */
  country: string;
  /** Whole naira charged. @example 4500 */
  amount: number;
  date: Date;
  @ApiProperty({ enum: PURCHASE_STATES, enumName: 'PurchaseState' })
  status: PurchaseState;
  /** Duration in days. @example 30 */
  duration: number;
  /** Number of its proxies. */
  proxies: number;
}

export class UserPurchasesData {
  purchases: UserPurchase[];
  pagination: PaginationResponse;
}

export class UserPayment {
  id: number;
  /** Wallet Top-up, Proxy Purchase, Refund, Admin Funding, Chargeback, Debt, Goodwill or Correction. @example Wallet Top-up */
  type: string;
  /** Whole naira, negative for a refund. @example 5000 */
  amount: number;
  date: Date;
  /** @example Card */
  method: string;
  /** `completed`, `pending`, `failed`, `cancelled` or `refunded`. @example completed */
  status: string;
  reference: string;
}

export class UserPaymentsData {
  payments: UserPayment[];
  pagination: PaginationResponse;
}

export class UserWalletEntry {
  id: number;
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: 'credit' | 'debit';
  /** Whole naira, always positive. @example 5000 */
  amount: number;
  /** Balance after the transaction in whole naira; null where the ledger has none. */
  balance_after: number | null;
  /** True when the balance is null because the month of the transaction is archived; else left out. */
  is_archived?: boolean;
  description: string;
  date: Date;
  reference: string;
}

export class UserWalletData {
  wallet: UserWalletEntry[];
  pagination: PaginationResponse;
}

const toPurchase = (row: PurchaseRow): UserPurchase => ({
  id: row.id,
  type: row.type,
  country: row.country,
  amount: row.amount.toNaira(),
  date: row.date,
  status: row.status,
  duration: row.days,
  proxies: row.proxies,
});

const toPayment = (row: PaymentRow): UserPayment => ({
  id: row.id,
  type: PURPOSE_LABELS[row.purpose],
  amount: row.purpose === 'refund' ? -row.amount.toNaira() : row.amount.toNaira(),
  date: row.date,
  method: row.method,
  status: row.status,
  reference: row.reference,
});

const toWalletEntry = (row: WalletRow): UserWalletEntry => ({
  id: row.id,
  type: row.type,
  amount: row.amount.toNaira(),
  balance_after: row.balanceAfter?.toNaira() ?? null,
  ...(row.isArchived && { is_archived: true }),
  description: row.description,
  date: row.date,
  reference: row.reference,
});

export const toUserPurchases = (paged: Paged<PurchaseRow>): UserPurchasesData => ({
  purchases: paged.rows.map(toPurchase),
  pagination: toPagination(paged),
});

export const toUserPayments = (paged: Paged<PaymentRow>): UserPaymentsData => ({
  payments: paged.rows.map(toPayment),
  pagination: toPagination(paged),
});

export const toUserWallet = (paged: Paged<WalletRow>): UserWalletData => ({
  wallet: paged.rows.map(toWalletEntry),
  pagination: toPagination(paged),
});
