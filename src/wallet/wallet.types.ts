import type { Money } from '../common/money/money';

/** Why money moved. Stored: never rename one. */
export const POSTING_KINDS = [
  'topup',
  'purchase',
  'purchase_reversal',
  'admin_funding',
  'chargeback',
  'receivable_recovery',
  'payment_refund',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

/** The other side of a wallet movement. */
export const SYSTEM_ACCOUNTS = [
  'korapay_clearing',
  'revenue',
  'adjustments',
  'promotions',
] as const;
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];

export interface WalletPosting {
  /** Happens at most once per key, whoever calls how often. */
  readonly idempotencyKey: string;
  readonly kind: PostingKind;
  readonly reference: string;
  readonly userId: number;
  /** Signed: positive credits the wallet, negative debits it. */
  readonly amount: Money;
  readonly against: SystemAccount;
}

export interface PostingResult {
  readonly ledgerTransactionId: string;
  /** The wallet's balance after this posting (after the first one, when replayed). */
  readonly balance: Money;
  /** True when the key had been posted before and nothing moved now. */
  readonly replayed: boolean;
}

export const TRANSACTION_STATUSES = [
  'pending',
  'successful',
  'failed',
  'cancelled',
  'refunded',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];
export type TransactionType = 'credit' | 'debit';
export type TransactionPurpose = 'topup' | 'purchase' | 'refund' | 'funding' | 'chargeback';
