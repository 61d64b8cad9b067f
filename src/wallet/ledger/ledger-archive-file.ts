import { OperatorError } from '../../common/errors/operator-error';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { linkHash } from '../../database/hash-chain';

/** The month cannot be archived, or the file is not an archive; the message is for the operator. */
export class LedgerArchiveError extends OperatorError {}

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

/** Writes the lines, compressed. The file is complete and on disk when it has its name. */
export async function writeLinks(file: string, links: AsyncIterable<ArchivedLink>): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.part`;
  await pipeline(
    Readable.from(toLines(links)),
    createGzip(),
    createWriteStream(draft, { flush: true }),
  );
  await publish(draft, file);
}

/** As `writeLinks`. @returns the path. */
export async function writeManifest(dir: string, manifest: ArchiveManifest): Promise<string> {
  const file = join(dir, manifestFileName(manifest.month));
  const draft = `${file}.part`;
  await pipeline(
    [`${JSON.stringify(manifest, null, 2)}\n`],
    createWriteStream(draft, { flush: true }),
  );
  await publish(draft, file);
  return file;
}

/** Hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export async function* readLinks(file: string): AsyncGenerator<ArchivedLink> {
  const source = createReadStream(file);
  const content = createGunzip();
  const copied = pipeline(source, content);
  for await (const line of createInterface({ input: content, crlfDelay: Infinity }))
    yield JSON.parse(line) as ArchivedLink;
  await copied;
}

/** @throws LedgerArchiveError when there is no manifest of the file beside it. */
export async function readManifest(file: string): Promise<ArchiveManifest> {
  const month = /ledger-(\d{4}-\d\d)\.ndjson\.gz$/.exec(file)?.[1];
  if (!month) throw new LedgerArchiveError(`${file} is not named as an archive of a month.`);
  const path = join(dirname(file), manifestFileName(month));
  try {
    const manifest = JSON.parse(await readFile(path, 'utf8')) as ArchiveManifest;
    if (manifest.format !== 1 || manifest.month !== month) throw new Error('other format or month');
    return manifest;
  } catch (error) {
    throw new LedgerArchiveError(`${path} is not the manifest of the archive: ${String(error)}`);
  }
}

async function* toLines(links: AsyncIterable<ArchivedLink>): AsyncGenerator<string> {
  for await (const link of links) yield `${JSON.stringify(link)}\n`;
}

/** Renames, and writes the new name to disk. */
async function publish(draft: string, file: string): Promise<void> {
  await rename(draft, file);
  const directory = await open(dirname(file), 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

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
