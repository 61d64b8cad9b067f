import type { Money } from '../../common/money/money';
import type { OrderStatus } from '../../proxies/orders/order.types';
import type { TransactionStatus, TransactionType } from '../../wallet/wallet.types';
import type { Attention } from '../attention';

export interface TransactionFilter {
  readonly search?: string;
  readonly status?: TransactionStatus;
  readonly type?: TransactionType;
  readonly attention?: Attention;
}

export interface ManagedTransaction {
  readonly id: number;
  readonly reference: string;
  readonly type: TransactionType;
  /** Null where the viewer may not see it. */
  readonly amount: Money | null;
  readonly currency: string;
  readonly status: TransactionStatus;
  readonly paymentMethod: string | null;
  /** Never empty. */
  readonly description: string;
  /** Null where the viewer may not see it. */
  readonly metadata: Record<string, unknown> | null;
  readonly createdAt: Date;
  readonly processedAt: Date | null;
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  /** The card payment behind a top-up. */
  readonly payment: {
    readonly id: number;
    readonly reference: string;
    readonly status: string;
    readonly reason: string | null;
  } | null;
  /** The order that was paid, or refunded, by the transaction. */
  readonly order: {
    readonly id: number;
    readonly status: OrderStatus;
    readonly proxies: number;
    /** The first of them. */
    readonly proxyIds: readonly number[];
  } | null;
  readonly hasReceipt: boolean;
}

export interface TransactionStatistics {
  readonly total: number;
  readonly byStatus: Record<TransactionStatus, number>;
  /** Purchases, net of refunds. */
  readonly revenue: Money;
  readonly refunds: Money;
  readonly pending: Money;
  /** Money that came in through successful credits, refunds not among them. */
  readonly credits: Money;
  readonly debits: Money;
}
