import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { dayOf } from '../../common/time/calendar';
import { AdvisoryLock } from '../../database/advisory-locks';
import { DatabaseClock } from '../../database/database-clock';
import { GENESIS } from '../../database/hash-chain';
import { MonthPartitions } from '../../database/partitions/month-partitions';
import { UnitOfWork } from '../../database/unit-of-work';
import {
  archiveFileName,
  ArchiveTally,
  hashFile,
  LedgerArchiveError,
  readLinks,
  readManifest,
  writeLinks,
  writeManifest,
  type ArchivedAccount,
  type ArchivedHeader,
  type ArchivedLink,
  type ArchiveManifest,
} from './ledger-archive-file';
import { LEDGER_CANONICAL } from './ledger.service';
import { LedgerPeriodService, type ClosedPeriod } from './ledger-period.service';

/** Whole months that stay in the database, so that reports and statements of two years read entries. */
export const KEPT_MONTHS = 24;
const BATCH = 2000;

export interface ArchiveResult {
  readonly file: string;
  readonly entries: number;
  /** The month had been archived before. */
  readonly isRepeated: boolean;
}

interface StoredArchive {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly fileName: string;
  /** Hex. */
  readonly sha256: string;
}

/**
 * Writes the entries of a closed month to a file and drops their partition. The file is complete, on disk and verified
 * before the transaction that drops it, so a process that is killed at any moment leaves the entries in one of
 * the two, and a repetition continues.
 */
@Injectable()
export class LedgerArchiveService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: DatabaseClock,
    private readonly partitions: MonthPartitions,
    private readonly periods: LedgerPeriodService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param month `YYYY-MM`.
   * @param dir where the file and its manifest are written.
   * @throws LedgerArchiveError when the month is not the oldest closed one, too recent or not as it was sealed.
   */
  async archive(month: string, dir: string): Promise<ArchiveResult> {
    // Moves rows of the default partition.
    await this.partitions.create('ledger_entry');
    const result = await this.uow.runWithoutDeadline(async () => {
      // Until the commit: another process would write the file again, from what is left.
      await this.uow
        .requireTransaction()
        .query('SELECT pg_advisory_xact_lock($1)', [AdvisoryLock.ledgerPeriods]);
      const earlier = await this.findArchive(month);
      if (earlier) return { file: join(dir, earlier.fileName), entries: 0, isRepeated: true };
      return this.move(await this.findDue(month), dir);
    });
    crashPoint('archive.after-commit');
    return result;
  }

  /**
   * Verifies the file of an archived month, on its own and against the database. Read only.
   * @returns what is wrong, for the operator; empty when nothing is.
   * @throws LedgerArchiveError when the file has no manifest.
   */
  async verify(file: string): Promise<string[]> {
    const manifest = await readManifest(file);
    if ((await hashFile(file)) !== manifest.sha256)
      return ['The file is not the one of the manifest: its SHA-256 differs.'];
    const tally = new ArchiveTally(manifest.chain.from);
    let links: ArchivedLink[] = [];
    let headers: ArchivedHeader[] = [];
    const compare = async () => {
      await this.compareWithDatabase(tally, links, headers);
      [links, headers] = [[], []];
    };
    for await (const link of readLinks(file)) {
      const header = tally.add(link);
      links.push(link);
      if (header) headers.push(header);
      if (links.length === BATCH) await compare();
    }
    await compare();
    compareWithManifest(tally, manifest);
    await this.comparePeriod(tally, manifest);
    return tally.problems;
  }

  private async move(period: ClosedPeriod, dir: string): Promise<ArchiveResult> {
    const file = join(dir, archiveFileName(period.month));
    const manifest = await this.write(period, dir, file);
    crashPoint('archive.before-drop');
    const problems = await this.verify(file);
    if (problems.length) throw new LedgerArchiveError(problems.join('\n'));
    await this.drop(period, manifest);
    return { file, entries: manifest.entries, isRepeated: false };
  }

  private async findDue(month: string): Promise<ClosedPeriod> {
    const [oldest] = await this.uow.manager.query<{ month: string }[]>(
      `SELECT to_char(month, 'YYYY-MM') AS month FROM ledger_period p
       WHERE NOT EXISTS (SELECT FROM ledger_archive a WHERE a.month = p.month) ORDER BY 1 LIMIT 1`,
    );
    const period = /^\d{4}-\d\d$/.test(month) && (await this.periods.find(month));
    if (!period) throw new LedgerArchiveError(`${month} is not a closed month, such as 2026-03.`);
    if (month !== oldest?.month)
      throw new LedgerArchiveError(`Months are archived in their order: ${oldest?.month} is next.`);
    if (monthsSince(month, dayOf(await this.clock.now())) <= KEPT_MONTHS)
      throw new LedgerArchiveError(
        `${month} is too recent: the last ${KEPT_MONTHS} whole months stay in the database.`,
      );
    return period;
  }

  private async write(period: ClosedPeriod, dir: string, file: string): Promise<ArchiveManifest> {
    const previous = await this.periods.findBefore(period.month);
    const tally = new ArchiveTally((previous?.chainHash ?? GENESIS.hash).toString('hex'));
    await writeLinks(file, this.read(period, previous, tally));
    crashPoint('archive.before-manifest');
    const manifest: ArchiveManifest = {
      format: 1,
      month: period.month,
      endsAt: period.endsAt.toISOString(),
      file: archiveFileName(period.month),
      sha256: await hashFile(file),
      links: tally.links,
      transactions: tally.transactions,
      entries: tally.entries,
      chain: { from: tally.from, head: tally.head },
      seal: period.seal.toString('hex'),
      accounts: await this.findAccounts(period.month),
      walletKobo: Object.fromEntries(
        [...tally.walletSums].map(([kind, kobo]) => [kind, kobo.toString()]),
      ),
    };
    await writeManifest(dir, manifest);
    return manifest;
  }

  /** Throws before the file has its name when the entries are not those that were linked. */
  private async *read(
    { month, endsAt }: ClosedPeriod,
    previous: ClosedPeriod | null,
    tally: ArchiveTally,
  ): AsyncGenerator<ArchivedLink> {
    const startsAt = previous?.endsAt ?? null;
    let after = previous?.chainPosition ?? GENESIS.id;
    const last = await this.findLastLink(after, startsAt, endsAt);
    for (;;) {
      const links = await this.findLinks(after, last, startsAt, endsAt, BATCH);
      for (const link of links) tally.add(link);
      if (tally.problems.length) throw new LedgerArchiveError(tally.problems.join('\n'));
      yield* links;
      if (links.length < BATCH) break;
      after = links.at(-1)!.link;
    }
    const stored = await this.countEntries(startsAt, endsAt);
    if (stored !== tally.entries)
      throw new LedgerArchiveError(
        `${month} has ${stored} entries, and ${tally.entries} in its linked transactions.`,
      );
  }

  /** Records the archive and removes the partition of the month from the database. */
  private async drop(
    period: ClosedPeriod,
    { month, file, sha256, entries, walletKobo }: ArchiveManifest,
  ): Promise<void> {
    const manager = this.uow.requireTransaction();
    await manager.query(
      `INSERT INTO ledger_archive (month, ends_at, file_name, sha256, entry_count)
       VALUES (($1 || '-01')::date, $2, $3, decode($4, 'hex'), $5)`,
      [month, period.endsAt, file, sha256, entries],
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
    if (found) {
      // In the order of a posting, which locks the transaction before its entries.
      await manager.query(
        'LOCK TABLE ledger_transaction, ledger_account IN SHARE ROW EXCLUSIVE MODE',
      );
      await manager.query(`ALTER TABLE ledger_entry DETACH PARTITION ${partition}`);
      await manager.query(`DROP TABLE ${partition}`);
    }
    if ((await this.countEntries(null, period.endsAt)) > 0)
      throw new LedgerArchiveError(`Entries of ${month} are outside its partition.`);
    await this.audit.record('system', {
      action: 'system.books_archived',
      target: `ledger_period:${month}`,
      details: `The ${entries} ledger entries of ${month} were moved to ${file} (SHA-256 ${sha256}).`,
    });
    crashPoint('archive.before-commit');
  }

  /** Rows of the database that differ from what is archived, or are missing. */
  private async compareWithDatabase(
    tally: ArchiveTally,
    links: readonly ArchivedLink[],
    headers: readonly ArchivedHeader[],
  ): Promise<void> {
    const { manager } = this.uow;
    const otherLinks = await manager.query<{ link: string }[]>(
      `SELECT a.link FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS a (link, transaction, previous, hash)
       LEFT JOIN ledger_chain_link s ON s.id = a.link
       WHERE (s.ledger_transaction_id, encode(s.previous_hash, 'hex'), encode(s.hash, 'hex'))
         IS DISTINCT FROM (a.transaction, a.previous, a.hash)`,
      (['link', 'transaction', 'previous', 'hash'] as const).map((key) => links.map((l) => l[key])),
    );
    for (const { link } of otherLinks) tally.report(`Link ${link} is another one in the database`);
    const otherTransactions = await manager.query<{ id: string }[]>(
      `SELECT a.id FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[])
         AS a (id, key, kind, reference, created_at)
       LEFT JOIN ledger_transaction t ON t.id = a.id
       WHERE (t.idempotency_key, t.kind, t.reference, to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))
         IS DISTINCT FROM (a.key, a.kind, a.reference, a.created_at)`,
      [0, 1, 2, 3, 4].map((column) => headers.map((header) => header[column])),
    );
    for (const { id } of otherTransactions)
      tally.report(`Ledger transaction ${id} is another one in the database`);
  }

  private async comparePeriod(tally: ArchiveTally, manifest: ArchiveManifest): Promise<void> {
    const period = await this.periods.find(manifest.month);
    if (!period) return tally.report(`${manifest.month} is not closed in the database`);
    const previous = await this.periods.findBefore(manifest.month);
    if (period.seal.toString('hex') !== manifest.seal || !(await this.periods.isSealed(period)))
      tally.report(`${manifest.month} has another seal in the database`);
    if (previous && previous.chainHash.toString('hex') !== manifest.chain.from)
      tally.report('The chain of the file does not begin at the end of the month before');
    if (toText(await this.findAccounts(manifest.month)) !== toText(manifest.accounts))
      tally.report(`The closing balances of ${manifest.month} are others in the database`);
    const stored = await this.findArchive(manifest.month);
    if (stored && stored.sha256 !== manifest.sha256)
      tally.report('The database recorded another file for the month');
  }

  private async findArchive(month: string): Promise<StoredArchive | null> {
    const [row] = await this.uow.manager.query<StoredArchive[]>(
      `SELECT to_char(month, 'YYYY-MM') AS month, file_name AS "fileName", encode(sha256, 'hex') AS sha256
       FROM ledger_archive WHERE ledger_archive.month = ($1 || '-01')::date`,
      [month],
    );
    return row ?? null;
  }

  /** Id of the last link of a transaction of the month; '0' when there is none. @param after link before the first one. */
  private async findLastLink(after: string, startsAt: Date | null, endsAt: Date): Promise<string> {
    const [row] = await this.uow.manager.query<[{ id: string }]>(
      `SELECT coalesce(max(s.id), 0) AS id FROM ledger_chain_link s
       JOIN ledger_transaction t ON t.id = s.ledger_transaction_id
       WHERE s.id > $1 AND t.created_at >= coalesce($2, '-infinity'::timestamptz) AND t.created_at < $3`,
      [after, startsAt, endsAt],
    );
    return row.id;
  }

  /** Links in `(after, last]` in their order, with the text of the transactions of the month. */
  private findLinks(
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
  private findAccounts(month: string): Promise<ArchivedAccount[]> {
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

  private async countEntries(startsAt: Date | null, endsAt: Date): Promise<number> {
    const [row] = await this.uow.manager.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM ledger_entry
       WHERE created_at >= coalesce($1, '-infinity'::timestamptz) AND created_at < $2`,
      [startsAt, endsAt],
    );
    return row.count;
  }
}

/** @param day `YYYY-MM-DD`. */
function monthsSince(month: string, day: string): number {
  const count = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
  return count(day) - count(month);
}

function compareWithManifest(tally: ArchiveTally, manifest: ArchiveManifest): void {
  for (const what of ['links', 'transactions', 'entries'] as const)
    if (tally[what] !== manifest[what])
      tally.report(`The file has ${tally[what]} ${what}, the manifest says ${manifest[what]}`);
  if (tally.head !== manifest.chain.head)
    tally.report('The file does not end with the hash of the manifest');
  for (const { account, opening, sum, closing } of manifest.accounts) {
    if ((tally.sums.get(account) ?? 0n).toString() !== sum)
      tally.report(`The entries of account ${account} do not add up to its sum`);
    if (BigInt(opening) + BigInt(sum) !== BigInt(closing))
      tally.report(`The closing balance of account ${account} is not opening balance plus sum`);
    tally.sums.delete(account);
  }
  for (const account of tally.sums.keys())
    tally.report(`The manifest has no account ${account}, which has entries`);
  const kinds = Object.fromEntries([...tally.walletSums].map(([kind, kobo]) => [kind, `${kobo}`]));
  if (JSON.stringify(sorted(kinds)) !== JSON.stringify(sorted(manifest.walletKobo)))
    tally.report('The sums by kind are not those of the manifest');
}

const sorted = (record: Readonly<Record<string, string>>) => Object.entries(record).sort();

const toText = (accounts: readonly ArchivedAccount[]): string =>
  accounts.map((a) => [a.account, a.opening, a.sum, a.closing].join(':')).join();
