import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { crashPoint } from '../../common/crash-point';
import { dayOf } from '../../common/time/calendar';
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
import { LedgerArchiveRepository } from './ledger-archive.repository';
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
    private readonly repository: LedgerArchiveRepository,
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
      await this.repository.lock();
      const earlier = await this.repository.find(month);
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
    const [oldest] = await this.repository.findUnarchivedMonths();
    const period = /^\d{4}-\d\d$/.test(month) && (await this.periods.find(month));
    if (!period) throw new LedgerArchiveError(`${month} is not a closed month, such as 2026-03.`);
    if (month !== oldest)
      throw new LedgerArchiveError(`Months are archived in their order: ${oldest} is next.`);
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
      accounts: await this.repository.findAccounts(period.month),
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
    const last = await this.repository.findLastLink(after, startsAt, endsAt);
    for (;;) {
      const links = await this.repository.findLinks(after, last, startsAt, endsAt, BATCH);
      for (const link of links) tally.add(link);
      if (tally.problems.length) throw new LedgerArchiveError(tally.problems.join('\n'));
      yield* links;
      if (links.length < BATCH) break;
      after = links.at(-1)!.link;
    }
    const stored = await this.repository.countEntries(startsAt, endsAt);
    if (stored !== tally.entries)
      throw new LedgerArchiveError(
        `${month} has ${stored} entries, and ${tally.entries} in its linked transactions.`,
      );
  }

  private async drop(period: ClosedPeriod, manifest: ArchiveManifest): Promise<void> {
    await this.repository.replaceEntries(period, manifest);
    if ((await this.repository.countEntries(null, period.endsAt)) > 0)
      throw new LedgerArchiveError(`Entries of ${period.month} are outside its partition.`);
    await this.audit.record('system', {
      action: 'system.books_archived',
      target: `ledger_period:${period.month}`,
      details: `The ${manifest.entries} ledger entries of ${period.month} were moved to ${manifest.file} (SHA-256 ${manifest.sha256}).`,
    });
    crashPoint('archive.before-commit');
  }

  private async compareWithDatabase(
    tally: ArchiveTally,
    links: readonly ArchivedLink[],
    headers: readonly ArchivedHeader[],
  ): Promise<void> {
    for (const link of await this.repository.findOtherLinks(links))
      tally.report(`Link ${link} is another one in the database`);
    for (const id of await this.repository.findOtherTransactions(headers))
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
    if (toText(await this.repository.findAccounts(manifest.month)) !== toText(manifest.accounts))
      tally.report(`The closing balances of ${manifest.month} are others in the database`);
    const stored = await this.repository.find(manifest.month);
    if (stored && stored.sha256 !== manifest.sha256)
      tally.report('The database recorded another file for the month');
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
