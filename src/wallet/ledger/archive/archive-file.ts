import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import {
  LedgerArchiveError,
  manifestFileName,
  type ArchivedLink,
  type ArchiveManifest,
} from './archive-file.types';

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
