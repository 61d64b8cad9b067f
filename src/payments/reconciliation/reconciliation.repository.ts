import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { offsetOf, type Page, type Paged } from '../../common/http/pagination';
import { UnitOfWork } from '../../database/unit-of-work';
import { Payment } from '../payment.entity';
import { PaymentReconciliation } from './payment-reconciliation.entity';
import type { ReconciliationRun } from './reconciliation.types';

@Injectable()
export class ReconciliationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Those of ours among the references, by reference. */
  async paymentsOf(references: readonly string[]): Promise<Map<string, Payment>> {
    const rows = await this.uow.manager.findBy(Payment, { reference: In([...references]) });
    return new Map(rows.map((payment) => [payment.reference, payment]));
  }

  /** Credited payments that were started in the window. */
  creditedBetween(from: Date, to: Date): Promise<Payment[]> {
    return this.uow.manager
      .createQueryBuilder(Payment, 'payment')
      .where('status = :status AND created_at BETWEEN :from AND :to', {
        status: 'successful',
        from,
        to,
      })
      .orderBy('id')
      .getMany();
  }

  async insert(run: Omit<ReconciliationRun, 'id'>): Promise<number> {
    const { identifiers } = await this.uow
      .required()
      .insert(PaymentReconciliation, { ...run, differences: [...run.differences] });
    return identifiers[0]!.id as number;
  }

  last(): Promise<ReconciliationRun | null> {
    return this.uow.manager.findOne(PaymentReconciliation, { where: {}, order: { id: 'DESC' } });
  }

  /** Newest first. */
  async list(page: Page): Promise<Paged<ReconciliationRun>> {
    const [rows, total] = await this.uow.manager.findAndCount(PaymentReconciliation, {
      order: { id: 'DESC' },
      take: page.perPage,
      skip: offsetOf(page),
    });
    return { rows, total, page };
  }
}
