import type { Money } from '../../common/money/money';
import type { Role } from '../../common/security/actor';
import type { ProxyKind } from '../proxies/admin-proxies.types';
import type { UserStatus } from '../../users/users.types';
import type { TransactionPurpose } from '../../wallet/wallet.types';

/** A user with what the back office wants to know; money is null where the viewer may not see it. */
export interface ManagedUser {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly status: UserStatus;
  readonly role: Role;
  readonly createdAt: Date;
  readonly emailVerifiedAt: Date | null;
  readonly lastLoginAt: Date | null;
  readonly balance: Money | null;
  readonly activeProxies: number;
  readonly purchases: number;
  readonly spent: Money | null;
  /** The customer for whom the user acts; null for one who acts for the own account. */
  readonly teamOwner: { readonly id: number; readonly name: string } | null;
  /** People who act for the user. */
  readonly teamMembers: number;
}

export interface UserFilter {
  readonly search?: string;
  readonly status?: UserStatus;
  readonly role?: Role;
}

/** The accounts that have this status and role. */
export interface UserGroup {
  readonly status: UserStatus;
  readonly role: Role;
  readonly count: number;
  /** Of all their wallets; null where the viewer may not see it. */
  readonly balance: Money | null;
}

export interface UserStatistics {
  readonly total: number;
  readonly active: number;
  readonly suspended: number;
  /** Null also with estimates: an amount is never estimated. */
  readonly balance: Money | null;
  readonly isEstimate?: boolean;
}

export interface FundedWallet {
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  readonly transactionId: number;
  readonly reference: string;
  readonly amount: Money;
  readonly previousBalance: Money;
  readonly newBalance: Money;
}

export const PURCHASE_STATES = ['active', 'expired', 'refunded'] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

export interface PurchaseRow {
  readonly id: number;
  readonly type: ProxyKind;
  readonly country: string;
  readonly amount: Money;
  readonly date: Date;
  readonly status: PurchaseState;
  /** Duration in days. */
  readonly days: number;
  readonly proxies: number;
}

export interface PaymentRow {
  readonly id: number;
  readonly purpose: TransactionPurpose;
  readonly amount: Money;
  readonly date: Date;
  readonly method: string;
  readonly status: string;
  readonly reference: string;
}

export interface WalletRow {
  readonly id: number;
  readonly type: 'credit' | 'debit';
  readonly amount: Money;
  readonly balanceAfter: Money | null;
  /** The entry, with the balance, is in a file. */
  readonly isArchived: boolean;
  readonly description: string;
  readonly date: Date;
  readonly reference: string;
}

/** Labels of wallet transactions in the admin API. */
export const PURPOSE_LABELS: Record<TransactionPurpose, string> = {
  topup: 'Wallet Top-up',
  purchase: 'Proxy Purchase',
  refund: 'Refund',
  funding: 'Admin Funding',
  chargeback: 'Chargeback',
  debt: 'Debt',
  goodwill: 'Goodwill',
  correction: 'Correction',
  coupon: 'Coupon Bonus',
  referral: 'Referral Reward',
};
