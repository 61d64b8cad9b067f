import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { SandboxRefund } from './refund.entity';

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
    const { amount, ...columns } = refund;
    await this.uow
      .requireTransaction()
      .insert(SandboxRefund, { ...columns, amountKobo: amount.kobo });
  }

  async find(reference: string): Promise<SimulatedRefund | null> {
    const row = await this.uow.manager.findOneBy(SandboxRefund, { reference });
    if (!row) return null;
    const { amountKobo, ...refund } = row;
    return { ...refund, amount: Money.kobo(amountKobo) };
  }

  async sumRefunded(chargeReference: string): Promise<Money> {
    const row = await this.uow.manager
      .createQueryBuilder(SandboxRefund, 'refund')
      .select('coalesce(sum(refund.amountKobo), 0)', 'kobo')
      .where({ chargeReference })
      .getRawOne<{ kobo: string }>();
    return Money.kobo(BigInt(row!.kobo));
  }
}
