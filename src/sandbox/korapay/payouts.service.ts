import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../database/unit-of-work';
import { randomUUID } from 'node:crypto';
import { csvLine } from '../../common/csv';
import { Money } from '../../common/money/money';
import type { SimulatedResponse } from './korapay.entity';
import { toDate, toLimit, type ListQuery } from './charges.service';
import { FaultInjectionRepository } from './fault-injection';
import { applyFault, refusal, success } from './korapay-responses';

export interface SimulatedPayout {
  readonly pointer: string;
  readonly reference: string;
  readonly amountKobo: string;
  readonly feeKobo: string;
  readonly createdAt: Date;
}

export interface SimulatedPayoutItem {
  readonly pointer: string;
  readonly type: 'charge' | 'refund';
  readonly reference: string;
  readonly amountKobo: string;
  readonly feeKobo: string;
}

const COLUMNS = `pointer, reference, amount_kobo AS "amountKobo", fee_kobo AS "feeKobo", created_at AS "createdAt"`;

const decimal = (kobo: string): string => Money.kobo(BigInt(kobo)).toDecimalString();
const CSV_COLUMNS = [
  'Settlement Reference',
  'Settlement Date',
  'Settlement Amount',
  'Transaction Reference',
  'Type',
  'Amount',
  'Fee',
  'Currency',
];

/** The payouts of the simulated Korapay: everything that is not paid out yet, when the control route asks for one. */
@Injectable()
export class PayoutsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly faults: FaultInjectionRepository,
  ) {}

  /** @returns null when there is nothing to pay out; then nothing changes. */
  async payOut(): Promise<SimulatedPayout | null> {
    const reference = `KPY-PO-${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const nothing = new Error('nothing to pay out');
    try {
      return await this.uow.run(async () => {
        const payout = await this.create(reference);
        if (!payout) throw nothing;
        return payout;
      });
    } catch (error) {
      if (error === nothing) return null;
      throw error;
    }
  }

  async list(query: ListQuery): Promise<SimulatedResponse> {
    const limit = toLimit(query);
    const after = /^po_(\d{1,18})$/.exec(query.starting_after ?? '')?.[1] ?? null;
    const [from, to] = [toDate(query.date_from), toDate(query.date_to)];
    const rows = await this.find(from, to, after, limit + 1);
    const behaviour = await this.faults.take('payouts', query.starting_after ?? '');
    return applyFault(
      behaviour,
      success('Payouts retrieved successfully', {
        has_more: rows.length > limit,
        data: rows.slice(0, limit).map(toPayoutView),
      }),
    );
  }

  async listItems(reference: string, query: ListQuery): Promise<SimulatedResponse> {
    const behaviour = await this.faults.take('payout-items', reference);
    const found = await this.uow.manager.query<unknown[]>(
      `SELECT FROM sandbox.payout WHERE reference = $1`,
      [reference],
    );
    if (!found.length) return applyFault(behaviour, refusal(404, 'Payout not found'));
    const limit = toLimit(query);
    const rows = await this.findItems(reference, query.starting_after ?? null, limit + 1);
    return applyFault(
      behaviour,
      success('Transactions retrieved successfully', {
        has_more: rows.length > limit,
        data: rows.slice(0, limit).map(toItemView),
      }),
    );
  }

  /** The settlements as the dashboard exports them. */
  async exportFile(): Promise<string> {
    const lines = [csvLine(CSV_COLUMNS)];
    for (const payout of await this.find(null, null, null, 100))
      for (const item of await this.findItems(payout.reference, null, 1000))
        lines.push(toFileLine(payout, item));
    return lines.join('');
  }

  /** Pays out every successful charge and refund that is not paid out yet. @returns null when nothing is left to pay. */
  private async create(reference: string): Promise<SimulatedPayout | null> {
    const manager = this.uow.requireTransaction();
    await manager.query(`SELECT pg_advisory_xact_lock(hashtext('sandbox payout'))`);
    await manager.query(
      `UPDATE sandbox.charge SET payout_reference = $1 WHERE status = 'success' AND payout_reference IS NULL`,
      [reference],
    );
    await manager.query(
      `UPDATE sandbox.refund SET payout_reference = $1 WHERE payout_reference IS NULL`,
      [reference],
    );
    const [row] = await manager.query<SimulatedPayout[]>(
      `INSERT INTO sandbox.payout (reference, amount_kobo, fee_kobo)
       SELECT $1, kobo, 0 FROM (SELECT
           (SELECT coalesce(sum(paid_kobo - fee_kobo), 0) FROM sandbox.charge WHERE payout_reference = $1)
         - (SELECT coalesce(sum(amount_kobo), 0) FROM sandbox.refund WHERE payout_reference = $1) AS kobo) AS due
       WHERE kobo > 0 RETURNING ${COLUMNS}`,
      [reference],
    );
    return row ?? null;
  }

  /** Newest first. */
  private find(from: Date | null, to: Date | null, after: string | null, limit: number) {
    return this.uow.manager.query<SimulatedPayout[]>(
      `SELECT ${COLUMNS} FROM sandbox.payout
       WHERE created_at >= coalesce($1, '-infinity'::timestamptz)
         AND created_at < coalesce($2::timestamptz, 'infinity') + interval '1 second'
         AND ($3::bigint IS NULL OR pointer < $3) ORDER BY pointer DESC LIMIT $4`,
      [from, to, after, limit],
    );
  }

  private findItems(reference: string, after: string | null, limit: number) {
    return this.uow.manager.query<SimulatedPayoutItem[]>(
      `SELECT * FROM (
         SELECT 'c_' || lpad(pointer::text, 18, '0') AS pointer, 'charge' AS type, reference,
           paid_kobo AS "amountKobo", fee_kobo AS "feeKobo" FROM sandbox.charge WHERE payout_reference = $1
         UNION ALL SELECT 'r_' || reference, 'refund', reference, -amount_kobo, 0
         FROM sandbox.refund WHERE payout_reference = $1) AS item
       WHERE $2::text IS NULL OR pointer COLLATE "C" > $2 ORDER BY pointer COLLATE "C" LIMIT $3`,
      [reference, after, limit],
    );
  }
}

const toPayoutView = (payout: SimulatedPayout) => ({
  pointer: `po_${payout.pointer}`,
  reference: payout.reference,
  status: 'success',
  amount: decimal(payout.amountKobo),
  fee: decimal(payout.feeKobo),
  currency: 'NGN',
  date_created: payout.createdAt,
  date_completed: payout.createdAt,
});

const toItemView = (item: SimulatedPayoutItem) => ({
  pointer: item.pointer,
  type: item.type,
  reference: item.reference,
  amount: decimal(item.amountKobo),
  fee: decimal(item.feeKobo),
});

const toFileLine = (payout: SimulatedPayout, item: SimulatedPayoutItem): string =>
  `${[
    payout.reference,
    payout.createdAt.toISOString(),
    decimal(payout.amountKobo),
    item.reference,
    item.type,
    decimal(item.amountKobo),
    decimal(item.feeKobo),
    'NGN',
  ].join(',')}\r\n`;
