import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Retraction } from '../ports/proxy-provider.port';

/** A due retraction leased to one caller. */
export interface DueRetraction {
  readonly orderId: number;
  readonly proxyId: number;
  /** Key of the attempt at the provider. */
  readonly key: string;
}

/** Longer than the timeout of a provider call. */
const LEASE = `interval '30 seconds'`;

/** SQL, because a claim skips locked rows and the end moves by an interval. */
@Injectable()
export class ExtensionRetractionRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Marks what an order gave as due to be taken back. @returns false when it gave nothing. */
  async request(orderId: number): Promise<boolean> {
    const [, count] = await this.uow
      .requireTransaction()
      .query<[unknown[], number]>(
        `UPDATE proxy_extension SET retract_due_at = now() WHERE order_id = $1 AND retracted_at IS NULL`,
        [orderId],
      );
    return count > 0;
  }

  /** Leases up to `limit` due retractions, of one order when given. */
  async claim(orderId: number | null, limit: number): Promise<DueRetraction[]> {
    const [rows] = await this.uow.manager.query<[DueRetraction[], number]>(
      `UPDATE proxy_extension x SET retract_due_at = now() + ${LEASE}
       FROM provider_attempt a WHERE a.order_id = x.order_id AND a.status = 'succeeded'
        AND x.order_id IN (SELECT order_id FROM proxy_extension WHERE retract_due_at <= now()
          AND ($1::int IS NULL OR order_id = $1) ORDER BY retract_due_at LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING x.order_id AS "orderId", x.proxy_id AS "proxyId", a.key`,
      [orderId, limit],
    );
    return rows;
  }

  /** Takes from the proxy what the provider took, once. @returns false when it was done before. */
  async complete(
    { orderId, proxyId }: DueRetraction,
    { takenBytes, takenMs }: Retraction,
  ): Promise<boolean> {
    const manager = this.uow.requireTransaction();
    const [, count] = await manager.query<[unknown[], number]>(
      `UPDATE proxy_extension SET taken_bytes = $2, taken_ms = $3, retracted_at = now(), retract_due_at = NULL
       WHERE order_id = $1 AND retracted_at IS NULL`,
      [orderId, takenBytes.toString(), takenMs.toString()],
    );
    if (count === 0) return false;
    await manager.query(
      `UPDATE proxy SET limit_bytes = limit_bytes - $2::bigint, updated_at = now(),
         expires_at = expires_at - $3::bigint * interval '1 millisecond' WHERE id = $1`,
      [proxyId, takenBytes.toString(), takenMs.toString()],
    );
    return true;
  }

  async postpone({ orderId }: DueRetraction, ms: number): Promise<void> {
    await this.uow.manager.query(
      `UPDATE proxy_extension SET retract_due_at = now() + make_interval(secs => $2::float8 / 1000)
       WHERE order_id = $1 AND retracted_at IS NULL`,
      [orderId, ms],
    );
  }
}
