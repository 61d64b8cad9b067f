import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';

export interface SimulatedRefund {
  readonly reference: string;
  readonly chargeReference: string;
  readonly amount: Money;
  readonly reason: string;
  readonly status: string;
  readonly createdAt: Date;
}

@Injectable()
export class RefundRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(refund: Omit<SimulatedRefund, 'status' | 'createdAt'>): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO sandbox.refund (reference, charge_reference, amount_kobo, reason)
       VALUES ($1,$2,$3,$4)`,
      [refund.reference, refund.chargeReference, refund.amount.kobo.toString(), refund.reason],
    );
  }

  async find(reference: string): Promise<SimulatedRefund | null> {
    const [row] = await this.uow.manager.query(
      `SELECT * FROM sandbox.refund WHERE reference = $1`,
      [reference],
    );
    return row
      ? {
          reference: row.reference,
          chargeReference: row.charge_reference,
          amount: Money.kobo(BigInt(row.amount_kobo)),
          reason: row.reason,
          status: row.status,
          createdAt: row.created_at,
        }
      : null;
  }

  async sumRefunded(chargeReference: string): Promise<Money> {
    const [row] = await this.uow.manager.query(
      `SELECT coalesce(sum(amount_kobo), 0) AS kobo FROM sandbox.refund WHERE charge_reference = $1`,
      [chargeReference],
    );
    return Money.kobo(BigInt(row.kobo));
  }
}
