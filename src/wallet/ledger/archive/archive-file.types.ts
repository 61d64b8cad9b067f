/** The month cannot be archived, or the file is not an archive; the message is for the operator. */
export class LedgerArchiveError extends Error {}

/** A line of the file: a link of the ledger's hash chain. Hashes are hex. */
export interface ArchivedLink {
  readonly link: string;
  readonly transaction: string;
  readonly previous: string;
  readonly hash: string;
  /** The hashed text: the transaction with its entries. Null for a transaction of another month. */
  readonly canonical: string | null;
}

/** Kobo, as decimal text. */
export interface ArchivedAccount {
  readonly account: number;
  readonly opening: string;
  readonly sum: string;
  readonly closing: string;
}

/** Beside the file, as JSON. */
export interface ArchiveManifest {
  readonly format: 1;
  /** In the shop's zone, `YYYY-MM`. */
  readonly month: string;
  readonly endsAt: string;
  readonly file: string;
  /** Of the compressed file, hex. */
  readonly sha256: string;
  readonly links: number;
  readonly transactions: number;
  readonly entries: number;
  /** Hash before the first link and hash of the last one. */
  readonly chain: { readonly from: string; readonly head: string };
  /** Seal of the closed month, hex. */
  readonly seal: string;
  /** The accounts that moved in the month, by id. */
  readonly accounts: readonly ArchivedAccount[];
  /** Kobo moved in wallets by kind of posting. */
  readonly walletKobo: Readonly<Record<string, string>>;
}

export const archiveFileName = (month: string): string => `ledger-${month}.ndjson.gz`;
export const manifestFileName = (month: string): string => `ledger-${month}.manifest.json`;
