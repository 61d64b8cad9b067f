import { Injectable } from '@nestjs/common';
import { HOUR } from '../../common/time/clock';
import { dayOf, startOfDay } from '../../common/time/calendar';
import { AdvisoryLock } from '../../database/advisory-locks';
import { DatabaseClock } from '../../database/database-clock';
import { GENESIS, type ChainPosition } from '../../database/hash-chain';
import { UnitOfWork } from '../../database/unit-of-work';

/** A closed month of the ledger. */
export interface ClosedPeriod {
  /** In the shop's zone, `YYYY-MM`. */
  readonly month: string;
  readonly endsAt: Date;
  /** No later entry has a lower id. */
  readonly nextEntryId: string;
  /** No later transaction has a lower id. */
  readonly nextTransactionId: string;
  readonly chainPosition: string;
  readonly chainTransactionId: string;
  readonly chainHash: Buffer;
  readonly seal: Buffer;
}

const SELECT = `SELECT to_char(month, 'YYYY-MM') AS month, ends_at AS "endsAt", next_entry_id AS "nextEntryId",
    next_transaction_id AS "nextTransactionId", chain_position AS "chainPosition",
    chain_transaction_id AS "chainTransactionId", chain_hash AS "chainHash", seal
  FROM ledger_period`;

/** sha256 over the previous seal, the chain's hash ($2) and the rows of a month ($1). */
const SEAL = `sha256(coalesce((SELECT seal FROM ledger_period WHERE month < ($1 || '-01')::date
      ORDER BY month DESC LIMIT 1), '') || $2::bytea || convert_to(coalesce(
    (SELECT string_agg(concat_ws(':', account_id, opening_kobo, sum_kobo, closing_kobo, last_entry_id, account_version),
       ',' ORDER BY account_id) FROM ledger_period_balance WHERE month = ($1 || '-01')::date), ''), 'UTF8'))`;

/** Longer than any transaction that has begun in the month. */
const CLOSE_AFTER = HOUR;

/** Closes months of the ledger: opening balance, sum and closing balance per account, sealed. */
@Injectable()
export class LedgerPeriodService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
  ) {}

  /** Closes every month that is over, oldest first. @returns the months, `YYYY-MM`. */
  async closeDue(): Promise<string[]> {
    const closed: string[] = [];
    for (;;) {
      const month = await this.uow.runWithoutDeadline(() => this.closeNext());
      if (month === null) return closed;
      closed.push(month);
    }
  }

  async findLast(): Promise<ClosedPeriod | null> {
    const [period] = await this.uow.manager.query<ClosedPeriod[]>(
      `${SELECT} ORDER BY ledger_period.month DESC LIMIT 1`,
    );
    return period ?? null;
  }

  /** @param month `YYYY-MM`. */
  async find(month: string): Promise<ClosedPeriod | null> {
    const [period] = await this.uow.manager.query<ClosedPeriod[]>(
      `${SELECT} WHERE ledger_period.month = ($1 || '-01')::date`,
      [month],
    );
    return period ?? null;
  }

  /** The closed month before one. @param month `YYYY-MM`. */
  async findBefore(month: string): Promise<ClosedPeriod | null> {
    const [period] = await this.uow.manager.query<ClosedPeriod[]>(
      `${SELECT} WHERE ledger_period.month < ($1 || '-01')::date ORDER BY ledger_period.month DESC LIMIT 1`,
      [month],
    );
    return period ?? null;
  }

  /** The months whose entries are in files, oldest first. */
  findArchived(): Promise<ClosedPeriod[]> {
    return this.uow.manager.query<ClosedPeriod[]>(
      `${SELECT} WHERE ledger_period.month IN (SELECT a.month FROM ledger_archive a) ORDER BY ledger_period.month`,
    );
  }

  /** Whether the rows of a closed month are those that were sealed. */
  async isSealed({ month, chainHash, seal }: ClosedPeriod): Promise<boolean> {
    const [row] = await this.uow.manager.query<[{ seal: Buffer }]>(`SELECT ${SEAL} AS seal`, [
      month,
      chainHash,
    ]);
    return row.seal.equals(seal);
  }

  private closeNext(): Promise<string | null> {
    return this.uow.run(async () => {
      if (!(await this.lock())) return null;
      const last = await this.findLast();
      const start = last?.endsAt ?? (await this.findFirstEntryTime());
      if (start === null) return null;
      const month = dayOf(start).slice(0, 7);
      const endsAt = endOfMonth(month);
      // A month that is closed by a clock that is ahead would refuse the rest of its entries.
      if ((await this.clock.now()).getTime() < endsAt.getTime() + CLOSE_AFTER) return null;
      // The next run finds them linked.
      if (await this.hasUnlinked(endsAt, last)) return null;
      // Later links are checked again: those of the next month may have been made already.
      const head = (await this.findLinkBefore(endsAt, last)) ?? GENESIS;
      await this.insert(month, endsAt, last, head);
      return month;
    });
  }

  /** @returns false when another process closes a period. */
  private async lock(): Promise<boolean> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ locked: boolean }]>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
        AdvisoryLock.ledgerPeriods,
      ]);
    return row.locked;
  }

  private async findFirstEntryTime(): Promise<Date | null> {
    const [row] = await this.uow.manager.query<[{ at: Date | null }]>(
      'SELECT min(created_at) AS at FROM ledger_entry',
    );
    return row.at;
  }

  /** Whether transactions before `until` wait for their link. */
  private async hasUnlinked(until: Date, last: ClosedPeriod | null): Promise<boolean> {
    const [row] = await this.uow.manager.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM ledger_transaction t WHERE t.created_at < $1 AND t.id >= $2
         AND NOT EXISTS (SELECT FROM ledger_chain_link s WHERE s.ledger_transaction_id = t.id)) AS found`,
      [until, last?.nextTransactionId ?? '0'],
    );
    return row.found;
  }

  /** The last link before the first one of a transaction at or after `until`; null when there is none. */
  private async findLinkBefore(
    until: Date,
    last: ClosedPeriod | null,
  ): Promise<ChainPosition | null> {
    const [link] = await this.uow.manager.query<ChainPosition[]>(
      `SELECT id, ledger_transaction_id AS "rowId", hash FROM ledger_chain_link
       WHERE id < coalesce((SELECT min(s.id) FROM ledger_chain_link s
         JOIN ledger_transaction t ON t.id = s.ledger_transaction_id
         WHERE t.created_at >= $1 AND t.id >= $2), 9223372036854775807)
       ORDER BY id DESC LIMIT 1`,
      [until, last?.nextTransactionId ?? '0'],
    );
    return link ?? null;
  }

  /** Writes the closing rows of a month, and its seal. */
  private async insert(
    month: string,
    endsAt: Date,
    last: ClosedPeriod | null,
    head: ChainPosition,
  ): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `INSERT INTO ledger_period_balance (month, account_id, opening_kobo, sum_kobo, closing_kobo,
                                          last_entry_id, account_version)
       SELECT ($1 || '-01')::date, account_id, coalesce(p.closing_kobo, 0), coalesce(m.kobo, 0),
              coalesce(p.closing_kobo, 0) + coalesce(m.kobo, 0), coalesce(m.last_id, p.last_entry_id),
              coalesce(m.version, p.account_version)
       FROM (SELECT account_id, sum(amount_kobo) AS kobo, max(id) AS last_id, max(account_version) AS version
             FROM ledger_entry WHERE id >= $2 AND created_at < $3 AND created_at >= coalesce($4, '-infinity'::timestamptz)
             GROUP BY account_id) AS m
       FULL JOIN (SELECT * FROM ledger_period_balance WHERE month = ($5 || '-01')::date) AS p USING (account_id)`,
      [month, last?.nextEntryId ?? '0', endsAt, last?.endsAt ?? null, last?.month ?? null],
    );
    await manager.query(
      `INSERT INTO ledger_period (month, ends_at, next_entry_id, next_transaction_id, chain_position,
                                  chain_transaction_id, chain_hash, seal)
       SELECT ($1 || '-01')::date, $3,
         coalesce((SELECT min(id) FROM ledger_entry WHERE id >= $6 AND created_at >= $3),
                  (SELECT max(id) + 1 FROM ledger_entry)),
         coalesce((SELECT min(id) FROM ledger_transaction WHERE id >= $7 AND created_at >= $3),
                  (SELECT max(id) + 1 FROM ledger_transaction)),
         $4, $5, $2::bytea, ${SEAL}`,
      [
        month,
        head.hash,
        endsAt,
        head.id,
        head.rowId,
        last?.nextEntryId ?? '0',
        last?.nextTransactionId ?? '0',
      ],
    );
  }
}

/** @param month `YYYY-MM`. */
function endOfMonth(month: string): Date {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return startOfDay(next);
}
