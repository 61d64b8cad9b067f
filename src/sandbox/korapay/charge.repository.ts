import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ChargeStatus, NewCharge, SimulatedCharge } from './charge.types';

type Row = Record<string, unknown>;

const money = (kobo: unknown): Money | null =>
  kobo === null ? null : Money.kobo(BigInt(kobo as string));

const toCharge = (row: Row): SimulatedCharge => ({
  id: row.id as string,
  pointer: row.pointer as string,
  reference: row.reference as string,
  status: row.status as ChargeStatus,
  amount: Money.kobo(BigInt(row.amount_kobo as string)),
  currency: row.currency as string,
  merchantBearsCost: row.merchant_bears_cost as boolean,
  fee: money(row.fee_kobo),
  paid: money(row.paid_kobo),
  method: row.method as string | null,
  customer: row.customer as SimulatedCharge['customer'],
  metadata: row.metadata as Record<string, unknown>,
  narration: row.narration as string,
  redirectUrl: row.redirect_url as string | null,
  notificationUrl: row.notification_url as string | null,
  secretKey: row.secret_key as string,
  createdAt: row.created_at as Date,
});

@Injectable()
export class ChargeRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns its id, or null when the reference exists. */
  async insert(charge: NewCharge): Promise<string | null> {
    const id = `KPY-PI-${randomUUID().replaceAll('-', '').slice(0, 20)}`;
    try {
      await this.uow.manager.query(
        `INSERT INTO sandbox.charge (id, reference, amount_kobo, currency, merchant_bears_cost,
           customer, metadata, narration, redirect_url, notification_url, secret_key)
         VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11)`,
        [
          id,
          charge.reference,
          charge.amount.kobo.toString(),
          charge.currency,
          charge.merchantBearsCost,
          JSON.stringify(charge.customer),
          JSON.stringify(charge.metadata),
          charge.narration,
          charge.redirectUrl,
          charge.notificationUrl,
          charge.secretKey,
        ],
      );
      return id;
    } catch (error) {
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }

  findById(id: string): Promise<SimulatedCharge | null> {
    return this.one('id = $1', id);
  }

  findByReference(reference: string): Promise<SimulatedCharge | null> {
    return this.one('reference = $1', reference);
  }

  /** Holds the charge until the unit of work ends. */
  lock(id: string): Promise<SimulatedCharge | null> {
    return this.one('id = $1 FOR UPDATE', id);
  }

  async finish(
    id: string,
    status: ChargeStatus,
    payment: { fee: Money; paid: Money; method: string } | null,
  ): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE sandbox.charge SET status = $2, completed_at = now(), fee_kobo = $3, paid_kobo = $4,
         method = $5 WHERE id = $1`,
      [
        id,
        status,
        payment?.fee.kobo.toString() ?? null,
        payment?.paid.kobo.toString() ?? null,
        payment?.method ?? null,
      ],
    );
  }

  /** Newest first. */
  async list(filter: {
    from: Date | null;
    to: Date | null;
    after: string | null;
    limit: number;
  }): Promise<SimulatedCharge[]> {
    const rows: Row[] = await this.uow.manager.query(
      `SELECT * FROM sandbox.charge
       WHERE ($1::timestamptz IS NULL OR created_at >= $1) AND ($2::timestamptz IS NULL OR created_at <= $2)
         AND ($3::bigint IS NULL OR pointer < $3)
       ORDER BY pointer DESC LIMIT $4`,
      [filter.from, filter.to, filter.after, filter.limit],
    );
    return rows.map(toCharge);
  }

  /** What successful charges brought in, less fees and refunds. */
  async balance(): Promise<Money> {
    const [row] = await this.uow.manager.query(
      `SELECT (SELECT coalesce(sum(paid_kobo - fee_kobo), 0) FROM sandbox.charge WHERE status = 'success')
            - (SELECT coalesce(sum(amount_kobo), 0) FROM sandbox.refund) AS kobo`,
    );
    return Money.kobo(BigInt(row.kobo));
  }

  private async one(condition: string, value: string): Promise<SimulatedCharge | null> {
    const [row] = await this.uow.manager.query(`SELECT * FROM sandbox.charge WHERE ${condition}`, [
      value,
    ]);
    return row ? toCharge(row) : null;
  }
}
