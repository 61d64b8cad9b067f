import {
  closeSync,
  fstatSync,
  fsync,
  ftruncateSync,
  mkdirSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import { MINUTE, SECOND } from '../../common/time/clock';
import type { UsageDelta, UsageBatch, UsageStore } from './usage-store';

const SUFFIX = '.spool';
const RETRY_MS = 5 * SECOND;
/** A running process writes to a file that is not empty every second, or empties it. */
const ABANDONED_MS = MINUTE;

/**
 * Usage that the database has not taken yet, on the local disk: one append-only file per gateway process, a line per
 * batch with its checksum. What is written survives the end of the process; it is also synced within a second, for a
 * loss of power. The next gateway that starts on this disk sends the files of processes that have ended.
 */
export class UsageSpool {
  #fd: number | undefined;
  #path: string | undefined;
  #size = 0;
  #isSyncing = false;
  #hasFailed = false;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(
    private readonly directory: string,
    private readonly log: Logger,
  ) {}

  /** Bytes in the file of this process. */
  get size(): number {
    return this.#size;
  }

  /** @returns whether the batches are on the disk; never throws. */
  append(holder: string, batches: readonly UsageBatch[]): boolean {
    try {
      // Another process may have taken a file for abandoned that was not.
      if (this.#fd !== undefined && fstatSync(this.#fd).nlink === 0) this.#forget(this.#fd);
      this.#fd ??= this.#open(holder);
      const lines = Buffer.from(batches.map(toLine).join(''));
      for (let at = 0; at < lines.length;) at += writeSync(this.#fd, lines, at);
      this.#size += lines.length;
      this.#sync();
      this.#hasFailed = false;
      return true;
    } catch (error) {
      if (!this.#hasFailed) this.log.error({ err: error }, 'Usage cannot be written to the spool');
      this.#hasFailed = true;
      this.#dropPart();
      return false;
    }
  }

  /** A line that was written in part would hide those after it. */
  #dropPart(): void {
    if (this.#fd === undefined) return;
    try {
      ftruncateSync(this.#fd, this.#size);
    } catch (error) {
      this.log.warn({ err: error }, 'A part of a line stays in the spool');
    }
  }

  /** The database has everything that was appended. */
  clear(): void {
    if (this.#fd === undefined || this.#size === 0) return;
    try {
      ftruncateSync(this.#fd);
      this.#size = 0;
    } catch (error) {
      // Sending it again counts nothing twice.
      this.log.warn({ err: error }, 'The spool cannot be emptied');
    }
  }

  /** Saves what ended processes have left, however long the database takes. Never rejects. */
  async replay(holder: string, store: Pick<UsageStore, 'settle'>): Promise<void> {
    let wait = MINUTE;
    try {
      for (const name of await this.#leftovers(holder)) await this.#send(name, store);
    } catch (error) {
      wait = RETRY_MS;
      this.log.warn({ err: error }, 'Usage that an earlier process left cannot be saved yet');
    }
    if (this.#stopped) return;
    this.#timer = setTimeout(() => void this.replay(holder, store), wait).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Files of processes that do not run. */
  async #leftovers(holder: string): Promise<string[]> {
    const names = await readdir(this.directory).catch(() => []);
    const others = names.filter((name) => name.endsWith(SUFFIX) && name !== fileName(holder));
    const isLeft = await Promise.all(others.map((name) => this.#isAbandoned(name)));
    return others.filter((_, index) => isLeft[index]);
  }

  async #isAbandoned(name: string): Promise<boolean> {
    if (!isRunning(name)) return true;
    const found = await stat(join(this.directory, name)).catch(() => undefined);
    return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
  }

  async #send(name: string, store: Pick<UsageStore, 'settle'>): Promise<void> {
    const path = join(this.directory, name);
    const batches = parse(await readFile(path, 'utf8').catch(emptyWhenMissing));
    for (const batch of batches) await store.settle(batch);
    await rm(path, { force: true });
    if (batches.length > 0)
      this.log.info({ batches: batches.length }, 'Saved usage that an earlier process had left');
  }

  #open(holder: string): number {
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    this.#path = join(this.directory, fileName(holder));
    return openSync(this.#path, 'a', 0o600);
  }

  #forget(fd: number): void {
    closeSync(fd);
    this.#fd = undefined;
    this.#size = 0;
  }

  #sync(): void {
    if (this.#isSyncing) return;
    this.#isSyncing = true;
    setTimeout(() => {
      const fd = this.#fd;
      this.#isSyncing = false;
      if (fd === undefined) return;
      fsync(fd, (error) => {
        if (error && this.#fd === fd)
          this.log.error({ err: error }, 'The spool cannot be synced to the disk');
      });
    }, SECOND).unref();
  }

  /** Closes the file of this process, and removes it when the database has everything. */
  close(): void {
    if (this.#fd === undefined) return;
    if (this.#size === 0 && this.#path) unlinkSync(this.#path);
    this.#forget(this.#fd);
  }
}

/** The process id tells whether the owner of a file still runs. */
const fileName = (holder: string): string =>
  `${encodeURIComponent(holder)}.${process.pid}${SUFFIX}`;

/** Another process of this gateway has replayed it meanwhile. */
function emptyWhenMissing(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
  throw error;
}

function isRunning(name: string): boolean {
  const pid = Number(/\.(\d+)\.spool$/.exec(name)?.[1]);
  // In a container the process before had the same id as this one.
  if (!pid || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function toLine(batch: UsageBatch): string {
  const text = JSON.stringify(batch);
  return `${crc32(text).toString(16)} ${text}\n`;
}

/** Up to the first line that is not whole: a crash can cut the last one. Nothing is leased for a process that ended. */
function parse(content: string): UsageBatch[] {
  const batches: UsageBatch[] = [];
  for (const line of content.split('\n')) {
    const [sum, text] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
    if (text === '' || crc32(text).toString(16) !== sum) break;
    const { gatewayId, seq, at, deltas } = JSON.parse(text) as Omit<UsageBatch, 'at'> & {
      at: string;
    };
    batches.push({
      gatewayId,
      seq,
      at: new Date(at),
      deltas: deltas.map(withoutLease),
    });
  }
  return batches;
}

const withoutLease = ({ subUsers, ...delta }: UsageDelta): UsageDelta => ({
  ...delta,
  wanted: 0,
  ...(subUsers && { subUsers: subUsers.map((each) => ({ ...each, wanted: 0 })) }),
});
