import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { csvLine } from '../../common/csv';
import { toDecimalSql } from '../../database/naira';
import { UnitOfWork } from '../../database/unit-of-work';
import { type ListQuery, toDate, toLimit } from './charges.service';
import { FaultInjection } from './fault-injection';
import { refusal, type SimulatedResponse, success } from './korapay-responses';

/** Of what `GET /payouts` returns. */
interface Payout {
  readonly reference: string;
  readonly date_created: Date;
  readonly amount: string;
}

const PAYOUT = `'po_' || pointer AS pointer, reference, 'success' AS status, ${toDecimalSql('amount_kobo')} AS amount,
  ${toDecimalSql('fee_kobo')} AS fee, 'NGN' AS currency, created_at AS date_created, created_at AS date_completed`;

/** As `GET /payouts/:reference/transactions` returns it. */
interface PayoutItem {
  readonly reference: string;
  readonly type: 'charge' | 'refund';
  readonly amount: string;
  readonly fee: string;
}

const CSV_COLUMNS = [
  ...['Settlement Reference', 'Settlement Date', 'Settlement Amount', 'Transaction Reference'],
  ...['Type', 'Amount', 'Fee', 'Currency'],
];

/** The payouts of the simulated Korapay: everything that is not paid out yet, when the control route asks for one. */
@Injectable()
export class PayoutsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly faults: FaultInjection,
  ) {}

  /** Pays out every successful charge and refund that is not paid out yet. @returns null when nothing is left to pay. */
  async payOut(): Promise<object | null> {
    const reference = `KPY-PO-${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const nothing = new Error('nothing to pay out');
    try {
      return await this.uow.run(async () => {
        const manager = this.uow.requireTransaction();
        await manager.query(`SELECT pg_advisory_xact_lock(hashtext('sandbox payout'))`);
        for (const claim of [
          `charge SET payout_reference = $1 WHERE status = 'success' AND`,
          `refund SET payout_reference = $1 WHERE`,
        ])
          await manager.query(`UPDATE sandbox.${claim} payout_reference IS NULL`, [reference]);
        const [payout] = await manager.query<object[]>(
          `INSERT INTO sandbox.payout (reference, amount_kobo, fee_kobo)
           SELECT $1, kobo, 0 FROM (SELECT
               (SELECT coalesce(sum(paid_kobo - fee_kobo), 0) FROM sandbox.charge WHERE payout_reference = $1)
             - (SELECT coalesce(sum(amount_kobo), 0) FROM sandbox.refund WHERE payout_reference = $1) AS kobo) AS due
           WHERE kobo > 0
           RETURNING pointer, reference, amount_kobo AS "amountKobo", fee_kobo AS "feeKobo", created_at AS "createdAt"`,
          [reference],
        );
        // Takes back the claims of charges that refunds outweigh.
        if (!payout) throw nothing;
        return payout;
      });
    } catch (error) {
      if (error === nothing) return null;
      throw error;
    }
  }

  list(query: ListQuery): Promise<SimulatedResponse> {
    const after = query.starting_after ?? '';
    return this.faults.answer('payouts', after, async () => {
      const pointer = /^po_(\d{1,18})$/.exec(after)?.[1];
      const limit = toLimit(query);
      const rows = await this.#list(limit + 1, query, pointer);
      return success('Payouts retrieved successfully', {
        ...{ has_more: rows.length > limit, data: rows.slice(0, limit) },
      });
    });
  }

  listItems(reference: string, query: ListQuery): Promise<SimulatedResponse> {
    return this.faults.answer('payout-items', reference, async () => {
      const exists = await this.uow.manager.query<unknown[]>(
        `SELECT FROM sandbox.payout WHERE reference = $1`,
        [reference],
      );
      if (exists.length === 0) return refusal(404, 'Payout not found');
      const limit = toLimit(query);
      const rows = await this.#listItems(reference, limit + 1, query.starting_after);
      return success('Transactions retrieved successfully', {
        ...{ has_more: rows.length > limit, data: rows.slice(0, limit) },
      });
    });
  }

  /** The settlements as the dashboard exports them. */
  async exportFile(): Promise<string> {
    const lines = [csvLine(CSV_COLUMNS)];
    for (const { reference, date_created, amount } of await this.#list(100))
      for (const item of await this.#listItems(reference, 1000))
        lines.push(
          `${[
            ...[reference, date_created.toISOString(), amount],
            ...[item.reference, item.type, item.amount, item.fee, 'NGN'],
          ].join(',')}\r\n`,
        );
    return lines.join('');
  }

  /** Newest first. */
  #list(limit: number, query: ListQuery = {}, pointer?: string) {
    return this.uow.manager.query<Payout[]>(
      `SELECT ${PAYOUT} FROM sandbox.payout AS payout
       WHERE created_at >= coalesce($1, '-infinity'::timestamptz)
         AND created_at < coalesce($2::timestamptz, 'infinity') + interval '1 second'
         AND ($3::bigint IS NULL OR payout.pointer < $3) ORDER BY payout.pointer DESC LIMIT $4`,
      [toDate(query.date_from), toDate(query.date_to), pointer ?? null, limit],
    );
  }

  #listItems(reference: string, limit: number, after?: string) {
    return this.uow.manager.query<PayoutItem[]>(
      `SELECT * FROM (
         SELECT 'c_' || lpad(pointer::text, 18, '0') AS pointer, 'charge' AS type, reference,
           ${toDecimalSql('paid_kobo')} AS amount, ${toDecimalSql('fee_kobo')} AS fee
         FROM sandbox.charge WHERE payout_reference = $1
         UNION ALL SELECT 'r_' || reference, 'refund', reference, ${toDecimalSql('-amount_kobo')}, '0.00'
         FROM sandbox.refund WHERE payout_reference = $1) AS item
       WHERE $2::text IS NULL OR pointer COLLATE "C" > $2 ORDER BY pointer COLLATE "C" LIMIT $3`,
      [reference, after ?? null, limit],
    );
  }
}
