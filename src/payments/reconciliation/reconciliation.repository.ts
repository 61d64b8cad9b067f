import { Injectable } from '@nestjs/common';
import { Between, In } from 'typeorm';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import { Payment } from '../payment.entity';
import { PaymentReconciliation } from './payment-reconciliation.entity';
import type { ReconciliationRun } from './reconciliation.types';

/** Excludes the large `providerPayload`: a run loads all payments of two days. */
const COMPARED_COLUMNS = {
  id: true,
  reference: true,
  status: true,
  amountKobo: true,
  currency: true,
  reason: true,
  chargedBackKobo: true,
  createdAt: true,
} as const;
export type ComparedPayment = Pick<Payment, keyof typeof COMPARED_COLUMNS>;

@Injectable()
export class ReconciliationRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Known payments among the references, keyed by reference. */
  async findPaymentsByReference(
    references: readonly string[],
  ): Promise<Map<string, ComparedPayment>> {
    const rows = await this.uow.manager.find(Payment, {
      where: { reference: In([...references]) },
      select: COMPARED_COLUMNS,
    });
    return new Map(rows.map((payment) => [payment.reference, payment]));
  }

  /** Credited payments created in the window. */
  findCreditedBetween(from: Date, to: Date): Promise<ComparedPayment[]> {
    return this.uow.manager.find(Payment, {
      where: { status: 'successful', createdAt: Between(from, to) },
      select: COMPARED_COLUMNS,
      order: { id: 'ASC' },
    });
  }

  async insert(run: Omit<ReconciliationRun, 'id'>): Promise<number> {
    const { identifiers } = await this.uow
      .requireTransaction()
      .insert(PaymentReconciliation, { ...run, differences: [...run.differences] });
    return identifiers[0]!.id as number;
  }

  findLatest(): Promise<ReconciliationRun | null> {
    return this.uow.manager.findOne(PaymentReconciliation, { where: {}, order: { id: 'DESC' } });
  }

  /** Newest first. */
  async list(page: Page): Promise<Paged<ReconciliationRun>> {
    const [rows, total] = await this.uow.manager.findAndCount(PaymentReconciliation, {
      order: { id: 'DESC' },
      take: page.perPage,
      skip: toOffset(page),
    });
    return { rows, total, page };
  }

  /** Ids of the payments' transactions, keyed by payment. */
  async findTransactionIds(
    paymentIds: readonly (number | null)[],
  ): Promise<Map<number | null, number>> {
    const ids = paymentIds.filter((id) => id !== null);
    if (!ids.length) return new Map();
    const rows = await this.uow.manager.find(Payment, {
      where: { id: In(ids) },
      select: { id: true, transactionId: true },
    });
    return new Map(rows.map(({ id, transactionId }) => [id, transactionId]));
  }
}
