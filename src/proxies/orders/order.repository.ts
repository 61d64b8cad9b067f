import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { sourcesOf } from '../../common/state-machine';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { ATTEMPT_MOVES, ORDER_MOVES } from './order.state';
import type { OrderRequest, OrderStatus } from './order.types';
import { ProxyOrder } from './proxy-order.entity';

export interface Order {
  readonly id: number;
  readonly userId: number;
  readonly quantity: number;
  readonly amount: Money;
  readonly refunded: Money;
  readonly status: OrderStatus;
  readonly request: OrderRequest;
  readonly transactionId: number;
  readonly createdAt: Date;
}

export interface NewOrder {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly quantity: number;
  readonly amount: Money;
  readonly request: OrderRequest;
  readonly transactionId: number;
  readonly provider: string;
  readonly attemptKey: string;
  /** Time of the first lookup; later than the timeout of the purchase call. */
  readonly nextCheckAt: Date;
}

const COLUMNS = `id, user_id, quantity, amount_kobo, refunded_kobo, status, request,
  transaction_id, created_at`;

/** SQL where order and attempt change in one statement, and for the sum in the compare-and-set. */
@Injectable()
export class OrderRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Inserts the order and its attempt with status `sent`, before the provider is called. */
  async insert(order: NewOrder): Promise<{ orderId: number; attemptId: number }> {
    const [row] = await this.uow.requireTransaction().query(
      `WITH placed AS (
         INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, request,
                                  transaction_id)
         VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7) RETURNING id)
       INSERT INTO provider_attempt (order_id, provider, key, status, next_check_at)
       SELECT id, $8, $9, 'sent', $10 FROM placed RETURNING id, order_id`,
      [
        order.userId,
        order.idempotencyKey,
        order.request.type,
        order.quantity,
        order.amount.kobo.toString(),
        JSON.stringify(order.request),
        order.transactionId,
        order.provider,
        order.attemptKey,
        order.nextCheckAt,
      ],
    );
    return { orderId: row.order_id, attemptId: row.id };
  }

  findByKey(userId: number, idempotencyKey: string): Promise<Order | null> {
    return this.findOne({ userId, idempotencyKey });
  }

  async get(id: number): Promise<Order> {
    const order = await this.findOne({ id });
    if (!order) throw new Error(`No order ${id}`);
    return order;
  }

  /**
   * Ends an attempt by compare-and-set. Only the caller that ended it gets the order; others get null.
   */
  async endAttempt(
    attemptId: number,
    to: 'succeeded' | 'failed',
    reason: string | null,
  ): Promise<Order | null> {
    const [row] = await this.uow.requireTransaction().query(
      `WITH ended AS (
         UPDATE provider_attempt SET status = $2, reason = $3, updated_at = now()
         WHERE id = $1 AND status = ANY($4) RETURNING order_id)
       SELECT ${COLUMNS} FROM proxy_order WHERE id = (SELECT order_id FROM ended)`,
      [attemptId, to, reason, sourcesOf(ATTEMPT_MOVES, to)],
    );
    return row ? toOrder(row) : null;
  }

  /**
   * Compare-and-set of the status.
   * @returns null when the transition is not allowed; else whether the account is suspended.
   */
  async transition(
    id: number,
    to: OrderStatus,
    refunded: Money = Money.zero,
  ): Promise<{ accountSuspended: boolean } | null> {
    const [[row]] = await this.uow.requireTransaction().query(
      `UPDATE proxy_order SET status = $2, refunded_kobo = refunded_kobo + $3, updated_at = now()
       WHERE id = $1 AND status = ANY($4)
       RETURNING EXISTS (SELECT FROM account_suspension h WHERE h.user_id = proxy_order.user_id) AS "accountSuspended"`,
      [id, to, refunded.kobo.toString(), sourcesOf(ORDER_MOVES, to)],
    );
    return row ?? null;
  }

  private async findOne(where: FindOptionsWhere<ProxyOrder>): Promise<Order | null> {
    const order = await this.uow.manager.findOneBy(ProxyOrder, where);
    return (
      order && {
        ...order,
        amount: Money.kobo(order.amountKobo),
        refunded: Money.kobo(order.refundedKobo),
      }
    );
  }
}

const toOrder = (row: {
  id: number;
  user_id: number;
  quantity: number;
  amount_kobo: string;
  refunded_kobo: string;
  status: OrderStatus;
  request: OrderRequest;
  transaction_id: number;
  created_at: Date;
}): Order => ({
  id: row.id,
  userId: row.user_id,
  quantity: row.quantity,
  amount: Money.kobo(BigInt(row.amount_kobo)),
  refunded: Money.kobo(BigInt(row.refunded_kobo)),
  status: row.status,
  request: row.request,
  transactionId: row.transaction_id,
  createdAt: row.created_at,
});
