import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan } from 'typeorm';
import { toOffset, type Page, type Paged } from '../../common/http/pagination.dto';
import { UnitOfWork } from '../../database/unit-of-work';
import { Payment } from '../payment.entity';
import { PayoutImport } from './payout-import.entity';
import { PayoutItem } from './payout-item.entity';
import { Payout } from './payout.entity';
import type { MatchedPayment } from './payout-matching';

const CHUNK = 500;

export type NewItemRow = Omit<PayoutItem, 'id'>;

/** SQL where a lock leaves out the large `provider_payload`, and where several tables are summed. */
@Injectable()
export class PayoutRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Waits for a concurrent insert of the same payout. @returns whether it was inserted. */
  async insert(
    row: Pick<Payout, 'provider' | 'reference' | 'amountKobo' | 'feeKobo' | 'source' | 'paidAt'>,
  ): Promise<boolean> {
    const result = await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(Payout)
      .values(row)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length === 1;
  }

  lock(provider: string, reference: string): Promise<Payout> {
    return this.uow.requireTransaction().findOneOrFail(Payout, {
      where: { provider, reference },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async markItemsImported(id: number, at: Date): Promise<void> {
    await this.uow.requireTransaction().update(Payout, { id }, { itemsImportedAt: at });
  }

  /** Known payouts among the references, with whether their items are imported. */
  async findKnown(provider: string, references: string[]): Promise<Map<string, boolean>> {
    const rows = await this.uow.manager.findBy(Payout, { provider, reference: In(references) });
    return new Map(rows.map((row) => [row.reference, row.itemsImportedAt !== null]));
  }

  /** The oldest payout without items, which the next import reads again. */
  findOldestIncomplete(provider: string): Promise<Payout | null> {
    return this.uow.manager.findOne(Payout, {
      where: { provider, itemsImportedAt: IsNull() },
      order: { paidAt: 'ASC' },
    });
  }

  /** Locks payments in the order of their ids, until the unit of work ends. */
  async lockPayments(references: readonly string[]): Promise<MatchedPayment[]> {
    const payments: MatchedPayment[] = [];
    const unique = [...new Set(references)].sort();
    for (let start = 0; start < unique.length; start += CHUNK)
      payments.push(
        ...(await this.uow
          .requireTransaction()
          .createQueryBuilder(Payment, 'p')
          .select(
            [
              'id',
              'reference',
              'status',
              'amountKobo',
              'receivedKobo',
              'creditedKobo',
              'feeBookedKobo',
              'chargedBackKobo',
            ].map((column) => `p.${column}`),
          )
          .where('p.reference IN (:...some)', { some: unique.slice(start, start + CHUNK) })
          .orderBy('p.id')
          .setLock('pessimistic_write')
          .getMany()),
      );
    return payments;
  }

  /**
   * What the shop has booked for a refund, by its reference at the provider: one of its own, or one that was
   * made at the provider. @returns null when it is unknown; `kobo` is null until it has succeeded.
   */
  async findRefund(reference: string): Promise<{ kobo: bigint | null } | null> {
    const [row] = await this.uow.manager.query<{ kobo: string | null }[]>(
      `SELECT CASE WHEN status = 'succeeded' THEN amount_kobo END AS kobo FROM payment_refund WHERE reference = $1
       UNION ALL SELECT amount_kobo FROM wallet_transaction WHERE reference = 'PROVIDER-REFUND-' || $1
       LIMIT 1`,
      [reference],
    );
    return row ? { kobo: row.kobo === null ? null : BigInt(row.kobo) } : null;
  }

  isMatched(kind: 'charge' | 'refund', reference: string): Promise<boolean> {
    return this.uow.manager.existsBy(PayoutItem, { kind, reference, result: 'matched' });
  }

  /** Matched disputes of a payment. */
  findDisputes(paymentId: number): Promise<PayoutItem[]> {
    return this.uow.manager.find(PayoutItem, {
      where: { paymentId, kind: 'dispute', result: 'matched' },
      order: { id: 'ASC' },
    });
  }

  async insertItem(row: NewItemRow): Promise<number> {
    const { identifiers } = await this.uow.requireTransaction().insert(PayoutItem, row);
    return identifiers[0]!.id as number;
  }

  async updateItem(
    id: number,
    change: Partial<Pick<PayoutItem, 'result' | 'expectedKobo' | 'paymentId' | 'heldKobo'>>,
  ): Promise<void> {
    await this.uow.requireTransaction().update(PayoutItem, { id }, change);
  }

  /** Newest first: those that may match by now. */
  async findUnmatchedIds(limit: number): Promise<number[]> {
    const rows = await this.uow.manager
      .createQueryBuilder(PayoutItem, 'i')
      .select('i.id', 'id')
      .where(`i.result <> 'matched'`)
      .orderBy('i.id', 'DESC')
      .limit(limit)
      .getRawMany<{ id: number }>();
    return rows.map(({ id }) => id);
  }

  /** Locks an item with its payout, unless it is matched. */
  async lockUnmatched(id: number): Promise<{ item: PayoutItem; payout: Payout } | null> {
    const manager = this.uow.requireTransaction();
    const found = await manager.findOneByOrFail(PayoutItem, { id });
    const payout = await manager.findOneOrFail(Payout, {
      where: { id: found.payoutId },
      lock: { mode: 'pessimistic_write' },
    });
    const item = await manager.findOneByOrFail(PayoutItem, { id });
    return item.result === 'matched' ? null : { item, payout };
  }

  async bookFee(paymentId: number, feeBookedKobo: bigint): Promise<void> {
    await this.uow.requireTransaction().update(Payment, { id: paymentId }, { feeBookedKobo });
  }

  async insertImport(run: Omit<PayoutImport, 'id'>): Promise<number> {
    const { identifiers } = await this.uow
      .requireTransaction()
      .insert(PayoutImport, { ...run, counts: { ...run.counts } });
    return identifiers[0]!.id as number;
  }

  /** Deletes imports of the list, not those of files. */
  async deleteImportsBefore(before: Date): Promise<void> {
    await this.uow.manager.delete(PayoutImport, { source: 'api', startedAt: LessThan(before) });
  }

  findLastComplete(): Promise<PayoutImport | null> {
    return this.uow.manager.findOne(PayoutImport, {
      where: { source: 'api', complete: true },
      order: { id: 'DESC' },
    });
  }

  /** Newest first. */
  async list(page: Page): Promise<Paged<Payout>> {
    const [rows, total] = await this.uow.manager.findAndCount(Payout, {
      order: { paidAt: 'DESC', id: 'DESC' },
      take: page.perPage,
      skip: toOffset(page),
    });
    return { rows, total, page };
  }

  findById(id: number): Promise<Payout | null> {
    return this.uow.manager.findOneBy(Payout, { id });
  }
}
