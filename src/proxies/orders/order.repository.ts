import { Injectable } from '@nestjs/common';
import type { FindOptionsWhere } from 'typeorm';
import type { PlaceReach } from '../../common/gateway/place-reach';
import { Money } from '../../common/money/money';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { ProxyOrder } from './order.entity';
import type { OrderKind, OrderRequest, OrderStatus } from '../proxy.types';

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

/** @typeParam R the request of its kind. */
export interface NewOrder<R extends object = OrderRequest> {
  readonly userId: number;
  readonly idempotencyKey: string;
  readonly kind: OrderKind;
  readonly proxyId: number | null;
  readonly quantity: number;
  readonly amount: Money;
  readonly request: R & Pick<OrderRequest, 'type'>;
  /** Where what it buys may leave; null for a dedicated address. */
  readonly reach: PlaceReach | null;
  readonly transactionId: number;
}

const INSERT = prepareStatement(
  'order.insert',
  `INSERT INTO proxy_order (user_id, idempotency_key, type, kind, proxy_id, quantity, amount_kobo, request,
     transaction_id, reach)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10::jsonb) RETURNING id`,
);

/** Orders change with the wallet of their owner locked. */
@Injectable()
export class OrderRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns its id. */
  async insert<R extends object>(order: NewOrder<R>): Promise<number> {
    const { rows } = await this.uow.executeInTransaction<{ id: number }>(INSERT, [
      order.userId,
      order.idempotencyKey,
      order.request.type,
      order.kind,
      order.proxyId,
      order.quantity,
      order.amount.kobo.toString(),
      JSON.stringify(order.request),
      order.transactionId,
      order.reach && JSON.stringify(order.reach),
    ]);
    return rows[0]!.id;
  }

  findByKey(userId: number, idempotencyKey: string): Promise<Order | null> {
    return this.findOne({ userId, idempotencyKey });
  }

  find(id: number): Promise<Order | null> {
    return this.findOne({ id });
  }

  /** Refunds the rest of the amount. @returns false when it was refunded before. */
  async markRefunded(id: number): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(
        ProxyOrder,
        { id, status: 'delivered' },
        { status: 'refunded', refundedKobo: () => 'amount_kobo' },
      );
    return affected === 1;
  }

  /** Adds to the refunded amount and keeps the status. @returns false unless something of the price stays. */
  async addRefunded(id: number, amount: Money): Promise<boolean> {
    const [, updated] = await this.uow.requireTransaction().query<[unknown, number]>(
      `UPDATE proxy_order SET refunded_kobo = refunded_kobo + $2::bigint, updated_at = now()
       WHERE id = $1 AND status = 'delivered' AND refunded_kobo + $2::bigint < amount_kobo`,
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
