import { Injectable } from '@nestjs/common';
import { AdvisoryLock } from '../../database/advisory-locks';
import { UnitOfWork } from '../../database/unit-of-work';
import type {
  ArchivedAccount,
  ArchivedHeader,
  ArchivedLink,
  ArchiveManifest,
} from './ledger-archive-file';
import { LEDGER_CANONICAL } from './ledger-chain.service';
import type { ClosedPeriod } from './ledger-period.service';

export interface StoredArchive {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly fileName: string;
  /** Hex. */
  readonly sha256: string;
}

/** SQL for the canonical text, the comparison with arrays, and the partition. */
@Injectable()
export class LedgerArchiveRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(month: string): Promise<StoredArchive | null> {
    const [row] = await this.uow.manager.query<StoredArchive[]>(
      `SELECT to_char(month, 'YYYY-MM') AS month, file_name AS "fileName", encode(sha256, 'hex') AS sha256
       FROM ledger_archive WHERE ledger_archive.month = ($1 || '-01')::date`,
      [month],
    );
    return row ?? null;
  }

  /** Closed months that are not archived, oldest first, as `YYYY-MM`. */
  async findUnarchivedMonths(): Promise<string[]> {
    const rows = await this.uow.manager.query<{ month: string }[]>(
      `SELECT to_char(month, 'YYYY-MM') AS month FROM ledger_period p
       WHERE NOT EXISTS (SELECT FROM ledger_archive a WHERE a.month = p.month) ORDER BY 1`,
    );
    return rows.map(({ month }) => month);
  }

  /** Id of the last link of a transaction of the month; '0' when there is none. @param after link before the first one. */
  async findLastLink(after: string, startsAt: Date | null, endsAt: Date): Promise<string> {
    const [row] = await this.uow.manager.query<[{ id: string }]>(
      `SELECT coalesce(max(s.id), 0) AS id FROM ledger_chain_link s
       JOIN ledger_transaction t ON t.id = s.ledger_transaction_id
       WHERE s.id > $1 AND t.created_at >= coalesce($2, '-infinity'::timestamptz) AND t.created_at < $3`,
      [after, startsAt, endsAt],
    );
    return row.id;
  }

  /** Links in `(after, last]` in their order, with the text of the transactions of the month. */
  findLinks(
    after: string,
    last: string,
    startsAt: Date | null,
    endsAt: Date,
    limit: number,
  ): Promise<ArchivedLink[]> {
    return this.uow.manager.query<ArchivedLink[]>(
      `SELECT s.id AS link, r.id AS transaction, encode(s.previous_hash, 'hex') AS previous,
         encode(s.hash, 'hex') AS hash,
         CASE WHEN r.created_at >= coalesce($3, '-infinity'::timestamptz) AND r.created_at < $4
           THEN ${LEDGER_CANONICAL} END AS canonical
       FROM ledger_chain_link s JOIN ledger_transaction r ON r.id = s.ledger_transaction_id
       WHERE s.id > $1 AND s.id <= $2 ORDER BY s.id LIMIT $5`,
      [after, last, startsAt, endsAt, limit],
    );
  }

  /** The closing rows of the accounts that moved in a month, by account. */
  findAccounts(month: string): Promise<ArchivedAccount[]> {
    return this.uow.manager.query<ArchivedAccount[]>(
      `SELECT b.account_id AS account, b.opening_kobo::text AS opening, b.sum_kobo::text AS sum,
         b.closing_kobo::text AS closing
       FROM ledger_period_balance b LEFT JOIN ledger_period_balance p ON p.account_id = b.account_id
         AND p.month = (SELECT max(month) FROM ledger_period WHERE month < b.month)
       WHERE b.month = ($1 || '-01')::date AND (p.account_id IS NULL OR p.last_entry_id <> b.last_entry_id)
       ORDER BY 1`,
      [month],
    );
  }

  async countEntries(startsAt: Date | null, endsAt: Date): Promise<number> {
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM ledger_entry
       WHERE created_at >= coalesce($1, '-infinity'::timestamptz) AND created_at < $2`,
      [startsAt, endsAt],
    );
    return row.count;
  }

  /** Ids of archived links whose row in the database has another hash or transaction, or is missing. */
  async findOtherLinks(links: readonly ArchivedLink[]): Promise<string[]> {
    const rows = await this.uow.manager.query<{ link: string }[]>(
      `SELECT a.link FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS a (link, transaction, previous, hash)
       LEFT JOIN ledger_chain_link s ON s.id = a.link
       WHERE (s.ledger_transaction_id, encode(s.previous_hash, 'hex'), encode(s.hash, 'hex'))
         IS DISTINCT FROM (a.transaction, a.previous, a.hash)`,
      (['link', 'transaction', 'previous', 'hash'] as const).map((key) => links.map((l) => l[key])),
    );
    return rows.map(({ link }) => link);
  }

  /** Ids of archived transactions whose row in the database has another key, kind, reference or time, or is missing. */
  async findOtherTransactions(headers: readonly ArchivedHeader[]): Promise<string[]> {
    const rows = await this.uow.manager.query<{ id: string }[]>(
      `SELECT a.id FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
         AS a (id, key, kind, reference, created_at)
       LEFT JOIN ledger_transaction t ON t.id = a.id
       WHERE (t.idempotency_key, t.kind, t.reference, to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))
         IS DISTINCT FROM (a.key, a.kind, a.reference, a.created_at)`,
      [0, 1, 2, 3, 4].map((column) => headers.map((header) => header[column])),
    );
    return rows.map(({ id }) => id);
  }

  /** One process archives or closes months at a time. */
  async lock(): Promise<void> {
    await this.uow
      .requireTransaction()
      .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.ledgerPeriods]);
  }

  /** Records the archive and removes the partition of the month from the database. */
  async replaceEntries(
    { month, endsAt }: ClosedPeriod,
    { file, sha256, entries, walletKobo }: ArchiveManifest,
  ): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `INSERT INTO ledger_archive (month, ends_at, file_name, sha256, entry_count)
       VALUES (($1 || '-01')::date, $2, $3, decode($4, 'hex'), $5)`,
      [month, endsAt, file, sha256, entries],
    );
    await manager.query(
      `INSERT INTO ledger_archive_kind (month, kind, wallet_kobo)
       SELECT ($1 || '-01')::date, * FROM unnest($2::text[], $3::bigint[])`,
      [month, Object.keys(walletKobo), Object.values(walletKobo)],
    );
    const partition = `ledger_entry_${month.replace('-', '_')}`;
    const [found] = await manager.query<{ name: string }[]>(
      `SELECT relname AS name FROM pg_class JOIN pg_inherits ON inhrelid = oid
       WHERE inhparent = 'ledger_entry'::regclass AND relname = $1`,
      [partition],
    );
    if (!found) return;
    // In the order of a posting, which locks the transaction before its entries.
    await manager.query(
      'LOCK TABLE ledger_transaction, ledger_account IN SHARE ROW EXCLUSIVE MODE',
    );
    await manager.query(`ALTER TABLE ledger_entry DETACH PARTITION ${partition}`);
    await manager.query(`DROP TABLE ${partition}`);
  }
}
