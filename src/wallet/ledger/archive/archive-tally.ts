import { linkHash } from '../../../database/hash-chain/hash-chain';
import type { ArchivedLink } from './archive-file.types';

type CanonicalEntry = readonly [id: number, account: number, kobo: number, after: number | null];
type CanonicalTransaction = readonly [
  id: number,
  key: string,
  kind: string,
  reference: string,
  createdAt: string,
  entries: readonly CanonicalEntry[] | null,
];

/** The header of an archived transaction, as in the table that still holds it. */
export type ArchivedHeader = readonly [
  id: string,
  key: string,
  kind: string,
  reference: string,
  createdAt: string,
];

const MAX_PROBLEMS = 10;

/** Checks the links of an archive one after the other, and counts and sums what they contain. */
export class ArchiveTally {
  readonly problems: string[] = [];
  readonly sums = new Map<number, bigint>();
  readonly walletSums = new Map<string, bigint>();
  links = 0;
  transactions = 0;
  entries = 0;
  head: string;

  /** @param from hash before the first link, hex. */
  constructor(readonly from: string) {
    this.head = from;
  }

  /** @returns the header of a transaction of the month; null for a link of another month. */
  add(link: ArchivedLink): ArchivedHeader | null {
    this.links += 1;
    if (link.previous !== this.head)
      this.report(`Link ${link.link} does not follow the one before`);
    this.head = link.hash;
    if (link.canonical === null) return null;
    if (linkHash(Buffer.from(link.previous, 'hex'), link.canonical).toString('hex') !== link.hash)
      this.report(`Ledger transaction ${link.transaction} is not the one that was linked`);
    const [id, key, kind, reference, createdAt, entries] = JSON.parse(
      link.canonical,
    ) as CanonicalTransaction;
    this.transactions += 1;
    let total = 0n;
    for (const [, account, amount, after] of entries ?? []) {
      if (!Number.isSafeInteger(amount))
        this.report(`Ledger transaction ${id} has an inexact amount`);
      const kobo = BigInt(amount);
      total += kobo;
      this.entries += 1;
      this.sums.set(account, (this.sums.get(account) ?? 0n) + kobo);
      if (after !== null) this.walletSums.set(kind, (this.walletSums.get(kind) ?? 0n) + kobo);
    }
    if (total !== 0n || !entries) this.report(`Ledger transaction ${id} is not balanced`);
    return [String(id), key, kind, reference, createdAt];
  }

  report(problem: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
  }
}
