import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FindOneOptions } from 'typeorm';
import { Money } from '../../common/money/money';
import { isUniqueViolation } from '../../database/pg-errors';
import { UnitOfWork } from '../../database/unit-of-work';
import { SandboxCharge } from './charge.entity';
import type { ChargeStatus, NewCharge, SimulatedCharge } from './charge.types';

const toMoney = (kobo: bigint | null): Money | null => (kobo === null ? null : Money.kobo(kobo));

const toCharge = ({ amountKobo, feeKobo, paidKobo, ...row }: SandboxCharge): SimulatedCharge => ({
  ...row,
  amount: Money.kobo(amountKobo),
  fee: toMoney(feeKobo),
  paid: toMoney(paidKobo),
});

/** `balance` is SQL: it subtracts the sums of two tables. */
@Injectable()
export class ChargeRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** @returns its id, or null when the reference exists. */
  async insert(charge: NewCharge): Promise<string | null> {
    const id = `KPY-PI-${randomUUID().replaceAll('-', '').slice(0, 20)}`;
    try {
      const { amount, metadata, channels = [], ...columns } = charge;
      await this.uow.manager.insert(SandboxCharge, {
        ...columns,
        id,
        amountKobo: amount.kobo,
        metadata: metadata as object,
        channels: [...channels],
      });
      return id;
    } catch (error) {
      if (isUniqueViolation(error)) return null;
      throw error;
    }
  }

  findById(id: string): Promise<SimulatedCharge | null> {
    return this.findOne({ where: { id } });
  }

  findByReference(reference: string): Promise<SimulatedCharge | null> {
    return this.findOne({ where: { reference } });
  }

  /** Holds the charge until the unit of work ends. */
  lock(id: string): Promise<SimulatedCharge | null> {
    return this.findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async finish(
    id: string,
    status: ChargeStatus,
    payment: { fee: Money; paid: Money; method: string } | null,
  ): Promise<void> {
    await this.uow.requireTransaction().update(
      SandboxCharge,
      { id },
      {
        status,
        completedAt: () => 'now()',
        feeKobo: payment?.fee.kobo ?? null,
        paidKobo: payment?.paid.kobo ?? null,
        method: payment?.method ?? null,
      },
    );
  }

  /** Newest first. */
  async list(filter: {
    from: Date | null;
    to: Date | null;
    after: string | null;
    limit: number;
  }): Promise<SimulatedCharge[]> {
    const { from, to, after, limit } = filter;
    const query = this.uow.manager
      .createQueryBuilder(SandboxCharge, 'charge')
      .orderBy('charge.pointer', 'DESC')
      .limit(limit);
    if (from) query.andWhere('charge.createdAt >= :from', { from });
    if (to) query.andWhere('charge.createdAt <= :to', { to });
    if (after !== null) query.andWhere('charge.pointer < :after', { after });
    return (await query.getMany()).map(toCharge);
  }

  /** Transfers to a virtual account, newest first. */
  async listTransfers(accountReference: string): Promise<SimulatedCharge[]> {
    const rows = await this.uow.manager.find(SandboxCharge, {
      where: { accountReference },
      order: { pointer: 'DESC' },
      take: 100,
    });
    return rows.map(toCharge);
  }

  /** What successful charges brought in, less fees, refunds and payouts. */
  async balance(): Promise<Money> {
    const [row] = await this.uow.manager.query<[{ kobo: string }]>(
      `SELECT (SELECT coalesce(sum(paid_kobo - fee_kobo), 0) FROM sandbox.charge WHERE status = 'success')
            - (SELECT coalesce(sum(amount_kobo), 0) FROM sandbox.refund)
            - (SELECT coalesce(sum(amount_kobo + fee_kobo), 0) FROM sandbox.payout) AS kobo`,
    );
    return Money.kobo(BigInt(row.kobo));
  }

  private async findOne(options: FindOneOptions<SandboxCharge>): Promise<SimulatedCharge | null> {
    const row = await this.uow.manager.findOne(SandboxCharge, options);
    return row && toCharge(row);
  }
}
