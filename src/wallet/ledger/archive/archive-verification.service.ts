import { Injectable } from '@nestjs/common';
import { LedgerPeriodService } from '../periods/ledger-period.service';
import { ArchiveTally, type ArchivedHeader } from './archive-tally';
import { hashFile, readLinks, readManifest } from './archive-file';
import type { ArchivedAccount, ArchivedLink, ArchiveManifest } from './archive-file.types';
import { LedgerArchiveRepository } from './ledger-archive.repository';

const BATCH = 2000;

/** Verifies the file of an archived month, on its own and against the database. Read only. */
@Injectable()
export class ArchiveVerificationService {
  constructor(
    private readonly periods: LedgerPeriodService,
    private readonly repository: LedgerArchiveRepository,
  ) {}

  /**
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
