import type { CreditChoice } from '../../../src/payments/payments.types';
import type { PaymentStatus } from '../../../src/payments/payment.entity';
import type { OrderStatus } from '../../../src/proxies/proxy.types';
import type {
  TransactionStatus,
  TransactionType,
  CorrectionStatus,
} from '../../../src/wallet/wallet.types';
import { PromotionsModel } from './promotions-model';
import type { ChargeReply } from './scripted-card-provider';

export interface ModelCustomer {
  readonly id: number;
  /** Whole naira, as are all amounts of the model. */
  balance: number;
  owed: number;
}

export interface ModelCorrection {
  readonly id: number;
  readonly customer: ModelCustomer;
  readonly direction: TransactionType;
  readonly amount: number;
  /** Id of the correction that this one reverses. */
  readonly reversalOf: number | null;
  readonly madeAtHour: number;
  status: CorrectionStatus;
}

export interface ModelPayment {
  readonly reference: string;
  readonly customer: ModelCustomer;
  readonly amount: number;
  status: PaymentStatus;
  line: TransactionStatus;
  /** Status at the provider; `absent` when the provider has no such charge. */
  charge: 'absent' | 'pending' | 'success' | 'failed';
  /** Offset of the clock in hours when the payment was started. */
  readonly startedAtHour: number;
  clawedBack: number;
  /** What a charge in review brought in; null when that is unknown. */
  received: number | null;
  /** Credited part of the charge. */
  credited: number;
}

export interface ModelOrder {
  readonly key: string;
  readonly customer: ModelCustomer;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly country: string | null;
  status: OrderStatus;
  /** In parts, before a refund in full. */
  refunded: number;
  /** Whether its charge has an invoice. */
  isInvoiced: boolean;
  /** Stock units assigned to the order. */
  held: number;
}

/** A renewal of a pool proxy, or traffic added to it. */
export interface ModelExtension {
  readonly key: string;
  readonly order: ModelOrder;
  readonly kind: 'renewal' | 'traffic';
  status: OrderStatus;
}

/** A pool proxy that ends within a day and is renewed once its wallet can pay. */
export interface ModelAutoRenewal {
  readonly proxyId: number;
  readonly order: ModelOrder;
  /** Key of the one order that may renew it. */
  readonly key: string;
}

const LIFETIME_HOURS = 24;
/** "Not found" becomes final after 15 minutes. */
const MISSING_HOURS = 0.25;

/** Expected balances, payments and orders, computed in plain arithmetic without a database. */
export class Model {
  readonly customers: ModelCustomer[] = [];
  readonly payments: ModelPayment[] = [];
  readonly orders: ModelOrder[] = [];
  readonly extensions: ModelExtension[] = [];
  autoRenewals: ModelAutoRenewal[] = [];
  readonly corrections: ModelCorrection[] = [];
  readonly promotions = new PromotionsModel(this);
  /** Unassigned stock units by country. */
  readonly stock = new Map<string, number>();
  hoursAhead = 0;

  /** A credit repays the receivable first. */
  credit(customer: ModelCustomer, amount: number): void {
    const repaid = Math.min(customer.owed, amount);
    customer.owed -= repaid;
    customer.balance += amount - repaid;
  }

  /** @returns false when the balance is too low. */
  debit(customer: ModelCustomer, amount: number): boolean {
    if (customer.balance < amount) return false;
    customer.balance -= amount;
    return true;
  }

  /** Moves the money of a correction, and closes the one that it reverses. */
  post(correction: ModelCorrection): void {
    const { customer, direction, amount, reversalOf } = correction;
    if (direction === 'credit') this.credit(customer, amount);
    else this.debit(customer, amount);
    correction.status = 'approved';
    const reversed = this.corrections.find(({ id }) => id === reversalOf);
    if (reversed) reversed.status = 'reversed';
  }

  clawback(payment: ModelPayment, amount: number): void {
    const { customer } = payment;
    const fromWallet = Math.min(customer.balance, amount);
    customer.balance -= fromWallet;
    customer.owed += amount - fromWallet;
    payment.clawedBack += amount;
    this.promotions.reversed(payment);
  }

  /** A won dispute. */
  putBack(payment: ModelPayment, amount: number): void {
    payment.clawedBack -= amount;
    this.credit(payment.customer, amount);
    this.promotions.restored(payment);
  }

  /** Applies the provider's reply to a charge lookup. */
  applyChargeReply(payment: ModelPayment, reply: ChargeReply): void {
    const { status, charge } = payment;
    if (['successful', 'review', 'rejected'].includes(status) || reply === 'silence') return;
    const isClosed = status === 'failed' || status === 'expired';
    if (reply === 'missing' || charge === 'absent') {
      if (!isClosed && this.hoursAhead > MISSING_HOURS) payment.status = 'failed';
    } else if (charge === 'success') {
      payment.status = reply === 'truth' ? 'successful' : 'review';
      const off = { less: -1, more: 1 }[reply as string];
      payment.received = off === undefined ? null : payment.amount + off;
      payment.credited = reply === 'truth' ? payment.amount : 0;
      if (reply === 'truth') this.creditTopup(payment, payment.amount);
    } else if (!isClosed) {
      if (charge === 'failed') payment.status = 'failed';
      else if (this.hoursAhead - payment.startedAtHour >= LIFETIME_HOURS)
        payment.status = 'expired';
    }
    if (payment.status === 'successful') payment.line = 'successful';
    if (payment.status === 'failed' || payment.status === 'expired') this.close(payment);
  }

  /** @param credited what the wallet gets, of which the shop may bear a part. */
  private creditTopup(payment: ModelPayment, credited: number): void {
    this.credit(payment.customer, credited);
    this.promotions.credited(payment, payment.credited, credited);
  }

  /** What the customer can still pay. */
  countOpenTopups(customer: ModelCustomer): number {
    return this.payments.filter(
      (payment) =>
        payment.customer === customer &&
        payment.line === 'pending' &&
        (payment.status === 'created' || payment.status === 'pending') &&
        this.hoursAhead - payment.startedAtHour < LIFETIME_HOURS,
    ).length;
  }

  /** The end of a payment without a credit. A line that the customer has cancelled stays so. */
  close(payment: ModelPayment): void {
    if (payment.line === 'pending') payment.line = 'failed';
    this.promotions.release(payment);
  }

  accept(payment: ModelPayment, choice: CreditChoice): void {
    const { received, amount } = payment;
    payment.credited = choice === 'paid' ? received! : Math.min(received ?? amount, amount);
    payment.status = payment.line = 'successful';
    this.creditTopup(payment, choice === 'paid' ? payment.credited : amount);
  }

  /** What each delivered pool proxy has: its own gigabyte and those of its extensions. */
  countGigabytes(): Record<string, number> {
    const sold = this.orders.filter(
      ({ country, status }) => country === null && status === 'delivered',
    );
    return Object.fromEntries(
      sold.map((order) => [
        order.key,
        1 +
          this.extensions.filter(
            (extension) => extension.order === order && extension.status === 'delivered',
          ).length,
      ]),
    );
  }

  /** Returns units of an order to stock. */
  release(order: ModelOrder, count: number): void {
    if (order.country === null) return;
    order.held -= count;
    this.stock.set(order.country, this.getFreeStock(order.country) + count);
  }

  getFreeStock(country: string): number {
    return this.stock.get(country) ?? 0;
  }
}
