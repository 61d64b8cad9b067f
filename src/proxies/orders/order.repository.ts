import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import { sourcesOf } from '../../common/state-machine';
import type { PlaceReach } from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { ORDER_MOVES } from './order.state';
import type { OrderKind, OrderRequest, OrderStatus } from './order.types';
import { ProxyOrder } from './proxy-order.entity';

export interface Order {
  readonly id: number;
  readonly userId: number;
  readonly kind: OrderKind;
  /** The proxy that is extended or moved; null for a purchase. */
  readonly proxyId: number | null;
  readonly quantity: number;
  readonly amount: Money;
  readonly refunded: Money;
  readonly status: OrderStatus;
  readonly request: OrderRequest;
  readonly transactionId: number;
  readonly createdAt: Date;
}

/** A purchase whose result is known. */
export type DeliveredOrder = Omit<Order, 'kind' | 'proxyId'>;

/** What an order keeps from its insert on. */
export type PlacedOrder = Omit<Order, 'status' | 'refunded' | 'kind' | 'proxyId'>;

export interface NewOrder {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly quantity: number;
  readonly amount: Money;
  readonly request: OrderRequest;
  /** Null for a dedicated address. */
  readonly reach: PlaceReach | null;
  readonly transactionId: number;
  readonly provider: string;
  readonly attemptKey: string;
  /** Milliseconds until the first lookup; longer than the timeout of the purchase call. */
  readonly firstCheckMs: number;
}

interface InsertedRow {
  readonly attemptId: number;
  readonly id: number;
  readonly createdAt: Date;
}

const INSERT = prepareStatement(
  'order.insert',
  `WITH placed AS (
     INSERT INTO proxy_order (user_id, idempotency_key, type, quantity, amount_kobo, request,
                              transaction_id, reach)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $11::jsonb) RETURNING id, created_at),
   attempt AS (
     INSERT INTO provider_attempt (order_id, provider, key, status, next_check_at)
     SELECT id, $8, $9, 'sent', now() + make_interval(secs => $10::float8 / 1000) FROM placed
     RETURNING id)
   SELECT attempt.id AS "attemptId", placed.id, placed.created_at AS "createdAt" FROM placed, attempt`,
);

const TRANSITION = prepareStatement(
  'order.transition',
  `WITH moved AS (
     UPDATE proxy_order SET status = $2, refunded_kobo = refunded_kobo + $3, updated_at = now()
     WHERE id = $1 AND status = ANY($4) RETURNING id, user_id
   ), closed AS (
     UPDATE order_decision SET status = 'rejected', decided_at = now(),
       decision_reason = 'The provider answered first'
     WHERE order_id = (SELECT id FROM moved) AND status = 'proposed' AND $2 <> 'unknown')
   SELECT EXISTS (SELECT FROM account_suspension h WHERE h.user_id = moved.user_id) AS "accountSuspended"
   FROM moved`,
);

/** SQL where order and attempt change in one statement, and for the sum in the compare-and-set. */
@Injectable()
export class OrderRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Inserts the order and its attempt with status `sent`, before the provider is called. */
  async insert(order: NewOrder): Promise<{ order: PlacedOrder; attemptId: number }> {
    const { rows } = await this.uow.executeInTransaction<InsertedRow>(INSERT, [
      order.userId,
      order.idempotencyKey,
      order.request.type,
      order.quantity,
      order.amount.kobo.toString(),
      JSON.stringify(order.request),
      order.transactionId,
      order.provider,
      order.attemptKey,
      order.firstCheckMs,
      order.reach && JSON.stringify(order.reach),
    ]);
    const { userId, quantity, amount, request, transactionId } = order;
    const { id, createdAt, attemptId } = rows[0]!;
    return {
      order: { id, userId, quantity, amount, request, transactionId, createdAt },
      attemptId,
    };
  }

  findByKey(userId: number, idempotencyKey: string): Promise<Order | null> {
    return this.findOne({ userId, idempotencyKey });
  }

  find(id: number): Promise<Order | null> {
    return this.findOne({ id });
  }

  async get(id: number): Promise<Order> {
    const order = await this.find(id);
    if (!order) throw new Error(`No order ${id}`);
    return order;
  }

  /**
   * Compare-and-set of the status. Ends a decision that staff have proposed.
   * @returns null when the transition is not allowed; else whether the account is suspended.
   */
  async transition(
    id: number,
    to: OrderStatus,
    refunded: Money = Money.zero,
  ): Promise<{ accountSuspended: boolean } | null> {
    const { rows } = await this.uow.executeInTransaction<{ accountSuspended: boolean }>(
      TRANSITION,
      [id, to, refunded.kobo.toString(), sourcesOf(ORDER_MOVES, to)],
    );
    return rows[0] ?? null;
  }

  /** Adds to the refunded amount and keeps the status. @returns false unless something of the price stays. */
  async addRefunded(id: number, amount: Money): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE proxy_order SET refunded_kobo = refunded_kobo + $2::bigint, updated_at = now()
       WHERE id = $1 AND status IN ('delivered', 'partly_delivered')
         AND refunded_kobo + $2::bigint < amount_kobo`,
      [id, amount.kobo.toString()],
    );
    return updated === 1;
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
