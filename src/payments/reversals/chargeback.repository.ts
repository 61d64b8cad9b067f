import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { PaymentChargeback, type ChargebackKind } from './payment-chargeback.entity';

export interface NewChargeback {
  readonly paymentId: number;
  readonly kind: ChargebackKind;
  readonly amount: Money;
  readonly transactionId: number;
}

@Injectable()
export class ChargebackRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert({ amount, ...columns }: NewChargeback): Promise<void> {
    await this.uow
      .requireTransaction()
      .insert(PaymentChargeback, { ...columns, amountKobo: amount.kobo });
  }

  findById(id: number): Promise<PaymentChargeback | null> {
    return this.uow.manager.findOneBy(PaymentChargeback, { id });
  }

  find(paymentId: number, id: number): Promise<PaymentChargeback | null> {
    return this.uow.manager.findOneBy(PaymentChargeback, { id, paymentId });
  }

  /** Oldest first. */
  findByPayment(paymentId: number): Promise<PaymentChargeback[]> {
    return this.uow.manager.find(PaymentChargeback, { where: { paymentId }, order: { id: 'ASC' } });
  }

  /** @returns false when it was won before. */
  async markWon(id: number, wonTransactionId: number, wonAt: Date): Promise<boolean> {
    const { affected } = await this.uow
      .requireTransaction()
      .update(PaymentChargeback, { id, wonAt: IsNull() }, { wonTransactionId, wonAt });
    return affected === 1;
  }
}
