import type { Money } from '../common/money/money';

/** Why money moved. Stored: never rename one. */
export const POSTING_KINDS = [
  'topup',
  'purchase',
  'purchase_reversal',
  'admin_funding',
  'chargeback',
  'receivable_advance',
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

/** What the customer owes: an account of their own, on the other side of their wallet. */
export const RECEIVABLE = 'receivable';

export interface WalletPosting {
  /** Happens at most once per key, whoever calls how often. */
  readonly idempotencyKey: string;
  readonly kind: PostingKind;
  readonly reference: string;
  readonly userId: number;
  /** Signed: positive credits the wallet, negative debits it. */
  readonly amount: Money;
  readonly against: SystemAccount | typeof RECEIVABLE;
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
/** `debt`: what a chargeback took beyond the wallet, and its repayment. Stored: never rename one. */
export type TransactionPurpose =
  'topup' | 'purchase' | 'refund' | 'funding' | 'chargeback' | 'debt';

/** A new line of the statement. */
export interface NewTransaction {
  readonly userId: number;
  /** Unique for ever. */
  readonly reference: string;
  readonly type: TransactionType;
  readonly purpose: TransactionPurpose;
  /** Positive. */
  readonly amount: Money;
  readonly description: string;
  readonly paymentMethod?: string | null;
  readonly metadata?: Record<string, unknown>;
}

/** How a statement line reaches the books. */
export interface Posting {
  readonly idempotencyKey: string;
  readonly kind: PostingKind;
  readonly against: SystemAccount;
}

/** What taking money back came to. */
export interface ClawbackResult {
  /** The debit on the statement. */
  readonly transactionId: number;
  /** The part the wallet held. */
  readonly fromWallet: Money;
  /** The part the customer owes from now on. */
  readonly owed: Money;
  /** True when the key had been posted before and nothing moved now. */
  readonly replayed: boolean;
}

/** What a settled or closed line learns. */
export interface TransactionUpdate {
  readonly paymentMethod?: string | null;
  readonly metadata?: Record<string, unknown>;
}

/** A line of the statement as it is read. */
export interface StatementLine {
  readonly id: number;
  readonly reference: string;
  readonly description: string;
  readonly type: TransactionType;
  readonly purpose: TransactionPurpose;
  readonly status: TransactionStatus;
  readonly amount: Money;
  readonly currency: string;
  readonly paymentMethod: string | null;
  readonly createdAt: Date;
  readonly processedAt: Date | null;
}

export interface WalletStats {
  readonly thisMonthSpending: Money;
  readonly totalTopUps: Money;
  /** Percent of the finished transactions that succeeded, one decimal; 0 when none has finished. */
  readonly successRate: number;
  readonly averageMonthlySpending: Money;
}

/** A stretch of what was bought. */
export interface BuyerBatch {
  readonly userIds: number[];
  /** Where to go on; opaque. */
  readonly cursor: string;
  /** Whether there is more already. */
  readonly hasMore: boolean;
}

/** An amount that a wallet is held against. */
export interface WalletThreshold {
  readonly userId: number;
  readonly threshold: Money;
}

/** A wallet below its line. */
export interface LowWallet {
  readonly userId: number;
  readonly balance: Money;
  /** Names this stay below the line: the entry it followed, the same until the wallet was above again. */
  readonly since: string;
}

export const CURRENCY = 'NGN';
export const CURRENCY_SYMBOL = '₦';
