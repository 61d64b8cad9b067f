import type { PaymentStatus } from '../../../src/payments/payment.state';
import type { OrderStatus } from '../../../src/proxies/orders/order.state';
import type { Look } from './scripted-card-provider';

export interface ModelCustomer {
  readonly id: number;
  /** Whole naira, like everything here. */
  balance: number;
  owed: number;
}

export interface ModelPayment {
  readonly reference: string;
  readonly customer: ModelCustomer;
  readonly amount: number;
  status: PaymentStatus;
  /** How it stands at the provider; absent: it was never made there. */
  charge: 'absent' | 'pending' | 'success' | 'failed';
  /** Hours the clock was ahead when it began. */
  readonly begunAt: number;
  takenBack: number;
}

export interface ModelOrder {
  readonly key: string;
  readonly customer: ModelCustomer;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly country: string | null;
  /** What the provider has made of it; null: it knows of nothing. */
  readonly made: number | null;
  status: OrderStatus;
  /** Dedicated addresses it holds. */
  held: number;
}

const LIFETIME_HOURS = 24;
/** "Not found" is final after a quarter of an hour. */
const MISSING_HOURS = 0.25;

/** What the books have to say, by the rules alone and without a database. */
export class Model {
  readonly customers: ModelCustomer[] = [];
  readonly payments: ModelPayment[] = [];
  readonly orders: ModelOrder[] = [];
  /** Free addresses by country. */
  readonly stock = new Map<string, number>();
  hoursAhead = 0;

  /** Money that comes pays what is owed first. */
  credit(customer: ModelCustomer, amount: number): void {
    const repaid = Math.min(customer.owed, amount);
    customer.owed -= repaid;
    customer.balance += amount - repaid;
  }

  /** @returns whether the wallet could bear it. */
  debit(customer: ModelCustomer, amount: number): boolean {
    if (customer.balance < amount) return false;
    customer.balance -= amount;
    return true;
  }

  takeBack(payment: ModelPayment, amount: number): void {
    const { customer } = payment;
    const fromWallet = Math.min(customer.balance, amount);
    customer.balance -= fromWallet;
    customer.owed += amount - fromWallet;
    payment.takenBack += amount;
  }

  /** The provider is asked about a payment and answers so. */
  learn(payment: ModelPayment, look: Look): void {
    const { status, charge } = payment;
    if (['successful', 'review', 'rejected'].includes(status) || look === 'silence') return;
    const isClosed = status === 'failed' || status === 'expired';
    if (look === 'missing' || charge === 'absent') {
      if (!isClosed && this.hoursAhead > MISSING_HOURS) payment.status = 'failed';
    } else if (charge === 'success') {
      payment.status = look === 'truth' ? 'successful' : 'review';
      if (look === 'truth') this.credit(payment.customer, payment.amount);
    } else if (!isClosed) {
      if (charge === 'failed') payment.status = 'failed';
      else if (this.hoursAhead - payment.begunAt >= LIFETIME_HOURS) payment.status = 'expired';
    }
  }

  /** The provider's answer about an order is booked: so many came, or none ever will (0). */
  deliver(order: ModelOrder, came: number): void {
    const { customer, quantity, unitPrice, country } = order;
    const kept = Math.min(came, quantity);
    order.status = kept === 0 ? 'refunded' : kept < quantity ? 'partly_delivered' : 'delivered';
    if (kept < quantity) this.credit(customer, (quantity - kept) * unitPrice);
    if (country !== null) this.free(order, quantity - kept);
  }

  /** So many addresses of an order are for sale again. */
  free(order: ModelOrder, count: number): void {
    if (order.country === null) return;
    order.held -= count;
    this.stock.set(order.country, this.freeIn(order.country) + count);
  }

  freeIn(country: string): number {
    return this.stock.get(country) ?? 0;
  }
}
