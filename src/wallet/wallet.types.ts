import { ApiProperty } from '@nestjs/swagger';
import type { Money } from '../common/money/money';
import type { ActingApiKey, ActingMember } from '../common/security/actor';
import type { WalletTransaction } from './statement/wallet-transaction.entity';

/** Reason of a ledger posting. Persisted values: never rename one. */
export const POSTING_KINDS = [
  'topup',
  'purchase',
  'purchase_reversal',
  'admin_funding',
  'chargeback',
  'chargeback_reversal',
  'receivable_advance',
  'receivable_recovery',
  'payment_refund',
  'goodwill',
  'correction_credit',
  'correction_debit',
  'coupon',
  'coupon_reversal',
  'referral',
  'referral_reversal',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

/** Counter-accounts of wallet postings. */
export const SYSTEM_ACCOUNTS = [
  'korapay_clearing',
  'revenue',
  'adjustments',
  'promotions',
  'goodwill',
] as const;
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];

/** Reason of a posting between system accounts. Persisted values: never rename one. */
export const SYSTEM_POSTING_KINDS = [
  'review_hold',
  'review_release',
  'review_refund',
  'provider_fee',
  'payout',
  'payout_fee',
  'dispute_hold',
  'dispute_release',
] as const;
export type SystemPostingKind = (typeof SYSTEM_POSTING_KINDS)[number];

/**
 * `korapay_clearing`: what the card provider owes the shop. `in_review`: paid money that is neither credited
 * nor refunded. `provider_fees`: the provider's fees. `bank`: payouts received. `disputes`: what the provider
 * holds while a dispute is open.
 */
export const CLEARING_ACCOUNTS = [
  'korapay_clearing',
  'in_review',
  'provider_fees',
  'bank',
  'disputes',
] as const;
export type ClearingAccount = (typeof CLEARING_ACCOUNTS)[number];

/** A movement between two system accounts, without a wallet. */
export interface SystemPosting {
  /** A posting happens at most once per key. */
  readonly idempotencyKey: string;
  readonly kind: SystemPostingKind;
  readonly reference: string;
  /** Positive. */
  readonly amount: Money;
  /** The entry of this account is negative. */
  readonly from: ClearingAccount;
  /** The entry of this account is positive. */
  readonly to: ClearingAccount;
}

/** Counter-account for what the customer owes; one account per customer. */
export const RECEIVABLE = 'receivable';

export interface WalletPosting {
  /** A posting happens at most once per key. */
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
  /** What the database set in the line that was inserted with the posting. */
  readonly line: Pick<StatementLine, 'id' | 'createdAt' | 'processedAt'> | null;
  /** True when the key was posted before; nothing moved this time. */
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

/** Of transactions made together, as their client names them. */
export const BATCH_ID = /^[\w-]{8,64}$/;

/** The status that a filter names; `completed` is the name of older clients. */
export const toStoredStatus = (value: unknown): unknown =>
  value === 'completed' ? 'successful' : value;

/** Money arrived for a top-up, but not as it was requested: staff check it before they credit it. */
export class PaymentReviewData {
  /** Whole naira that arrived; null when it is unknown. */
  @ApiProperty({
    type: 'number',
    nullable: true,
    example: 6000,
    description: 'Whole naira that arrived; null when it is unknown.',
  })
  received: number | null;
}

export const toReview = (received: Money | null): PaymentReviewData => ({
  received: received && received.toNaira(),
});

export type TransactionType = 'credit' | 'debit';
/**
 * `chargeback`: also its return when the dispute is won. `debt`: a chargeback's amount beyond the balance, and its repayment. `goodwill`: what the shop adds to an
 * underpaid top-up, and compensation. `correction`: by staff. `coupon`: the bonus of a code on a top-up, and what is taken back of it. `referral`: the reward for an invited customer, likewise. Persisted values: never rename one.
 */
export type TransactionPurpose =
  | 'topup'
  | 'purchase'
  | 'refund'
  | 'funding'
  | 'chargeback'
  | 'debt'
  | 'goodwill'
  | 'correction'
  | 'coupon'
  | 'referral';

/**
 * What the references of our own lines begin with. Customers choose the references of their top-ups, and none of
 * these: whoever took the reference of a bonus or a refund that is still to come would keep it from being booked.
 */
export const OWN_REFERENCE_PREFIXES = [
  ...['BUY', 'RENEW', 'PLACE', 'REFUND', 'FUND', 'CORR', 'GOODWILL', 'COUPON', 'REFERRAL'],
  ...['CHARGEBACK', 'PROVIDER', 'OWED', 'REPAID'],
];

/** A new statement line. */
export interface NewTransaction {
  readonly userId: number;
  /** Unique across all transactions. */
  readonly reference: string;
  readonly type: TransactionType;
  readonly purpose: TransactionPurpose;
  /** Positive. */
  readonly amount: Money;
  readonly description: string;
  readonly paymentMethod?: string | null;
  readonly metadata?: Record<string, unknown>;
  /** The API key that a charge is made with, whose daily cap it counts towards. */
  readonly apiKey?: ActingApiKey;
  /** The member of a team who makes a charge, whose limits it counts towards. */
  readonly member?: Pick<ActingMember, 'id'>;
  /** Id of the charge that a refund returns, in full or in part, also to the limits of the member who made it. */
  readonly refundOf?: number;
}

/** What the owner of a team lets a member spend, in a day and in a month from midnight to midnight in Lagos. */
export interface MemberLimits {
  /** Null without a limit. */
  readonly dailyLimit: Money | null;
  readonly monthlyLimit: Money | null;
}

/** Limits, and what counts against them: purchases of the day and of the month, less refunds. */
export interface MemberSpendingState extends MemberLimits {
  readonly spentToday: Money;
  readonly spentThisMonth: Money;
}

/** Ledger posting of a statement line. */
export interface Posting {
  readonly idempotencyKey: string;
  readonly kind: PostingKind;
  readonly against: SystemAccount;
}

export interface ClawbackResult {
  /** The debit on the statement. */
  readonly transactionId: number;
  /** Part taken from the wallet. */
  readonly fromWallet: Money;
  /** Part added to the customer's receivable. */
  readonly owed: Money;
  /** True when the key was posted before; nothing moved this time. */
  readonly replayed: boolean;
}

/** Columns of a pending line that is posted. */
export interface Completion {
  readonly paymentMethod?: string | null;
  readonly metadata?: Record<string, unknown>;
  /** Replaces the amount that was expected. */
  readonly amount?: Money;
}

/** A statement line as other modules read it. */
export type StatementLine = Omit<
  WalletTransaction,
  'userId' | 'metadata' | 'ledgerTransactionId' | 'refundOf'
>;

/** A statement line together with its ledger posting. */
export interface PostedTransaction {
  readonly line: StatementLine;
  readonly ledgerTransactionId: string;
  readonly balance: Money;
  /** True when the key was posted before; nothing moved this time. */
  readonly replayed: boolean;
}

/**
 * A posted line belongs to the period of its posting, so that the balances of a past period never change; any
 * other line to the period in which it was created.
 */
export interface StatementPeriod {
  /** Null: from the first line on. */
  readonly from: Date | null;
  /** Exclusive. Null: up to now. */
  readonly until: Date | null;
}

/** What a customer's money did in a period. */
export interface PeriodTotals {
  readonly topUps: Money;
  /** Purchases minus refunds, negative when more was refunded. */
  readonly spent: Money;
}

/** A batch of customers who bought. */
export interface BuyerBatch {
  readonly userIds: number[];
  /** Opaque cursor of the next batch. */
  readonly cursor: string;
  /** Whether another batch is available. */
  readonly hasMore: boolean;
}

/** A top-up that is credited. */
export type PaidTopUp = Pick<
  WalletTransaction,
  'id' | 'userId' | 'reference' | 'amount' | 'paymentMethod'
>;

/** A customer's low-balance threshold. */
export interface WalletThreshold {
  readonly userId: number;
  readonly threshold: Money;
}

/** A wallet below its threshold. */
export interface LowWallet {
  readonly userId: number;
  readonly balance: Money;
  /** Identifies the period below the threshold: the last ledger entry at or above it. */
  readonly since: string;
}

/** Of methods in words; others are unknown. */
export const PAYMENT_METHOD_LABELS: Readonly<Record<string, string>> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  pay_with_bank: 'Bank',
  mobile_money: 'Mobile money',
  wallet: 'Wallet balance',
};

export const CURRENCY = 'NGN';
export const CURRENCY_SYMBOL = '₦';

/** Purposes with a receipt; staff adjustments and chargebacks have none. */
export const RECEIPT_PURPOSES = ['topup', 'purchase', 'refund'] as const;
export type ReceiptPurpose = (typeof RECEIPT_PURPOSES)[number];

export const hasReceipt = (purpose: string, status: string): boolean =>
  status === 'successful' && RECEIPT_PURPOSES.some((known) => known === purpose);

export const CORRECTION_STATUSES = [
  'proposed',
  'approved',
  'rejected',
  'expired',
  'reversed',
] as const;
export type CorrectionStatus = (typeof CORRECTION_STATUSES)[number];

/** What moves no money and is carried out by the module that owns it. Persisted values: never rename one. */
export const CHANGE_KINDS = ['admin_grant', 'limit_raise'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/**
 * `funding_reversal` is posted as a correction; the others by the module that owns what they are about, when
 * they are approved. Persisted values: never rename one.
 */
export const CORRECTION_KINDS = [
  'correction',
  'funding',
  'funding_reversal',
  'chargeback',
  'dispute_win',
  'goodwill',
  'order_refund',
  'compensation',
  ...CHANGE_KINDS,
] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];
