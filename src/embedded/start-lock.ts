import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { poll } from './poll';
import { processIdentity } from './process-info';
import { StartError } from './start-error';

interface ProcessRef {
  pid: number;
  identity: string;
}

interface ChildRef extends ProcessRef {
  name: string;
}

interface LockContent extends ProcessRef {
  /** Running processes of this start, so that the next start can stop them after a kill -9. */
  children: ChildRef[];
}

/** One start per data folder. Survives kill -9: a lock of an ended process is taken over. */
export class StartLock {
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private readonly content: LockContent,
  ) {}

  /** @throws StartError naming the process that holds the folder. */
  static async acquire(dataDir: string): Promise<StartLock> {
    const path = join(dataDir, 'start.lock');
    const content = { ...ownRef(), children: [] };
    for (;;) {
      if (await create(path, content)) return new StartLock(path, content);
      const text = await readSettled(path);
      if (text === undefined) continue;
      const holder = parse(text);
      if (holder && isAlive(holder))
        throw new StartError(
          `The platform already runs on ${dataDir} (process ${holder.pid}). ` +
            'Stop it first, or give this one a folder of its own with DATA_DIR, and ports of its own.',
        );
      await takeAway(path, text, holder);
    }
  }

  /** Records the running processes. */
  remember(children: { name: string; pid: number | undefined }[]): Promise<void> {
    this.content.children = children.flatMap(({ name, pid }) => {
      const identity = pid === undefined ? undefined : processIdentity(pid);
      return pid === undefined || identity === undefined ? [] : [{ name, pid, identity }];
    });
    const text = JSON.stringify(this.content);
    this.#writing = this.#writing.catch(() => undefined).then(() => this.replace(text));
    return this.#writing;
  }

  async release(): Promise<void> {
    // A late write would leave a lock behind.
    await this.#writing.catch(() => undefined);
    await rm(this.path, { force: true });
  }

  private async replace(text: string): Promise<void> {
    const draft = `${this.path}.${process.pid}`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, this.path);
  }
}

function ownRef(): ProcessRef {
  return { pid: process.pid, identity: processIdentity(process.pid) ?? '' };
}

function isAlive({ pid, identity }: ProcessRef): boolean {
  return processIdentity(pid) === identity;
}

async function create(path: string, content: LockContent): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify(content));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** A lock being written is empty for a moment; one that stays empty was left by a crash. */
async function readSettled(path: string): Promise<string | undefined> {
  let text: string | undefined;
  await poll(async () => {
    text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined || parse(text) !== undefined;
  }, 1_000);
  return text;
}

function parse(text: string): LockContent | undefined {
  try {
    return JSON.parse(text) as LockContent;
  } catch {
    return undefined; // Cut off by a crash or a full disk.
  }
}

/** The atomic rename decides between two starts that find the same stale lock. */
async function takeAway(path: string, seen: string, holder?: LockContent): Promise<void> {
  const aside = `${path}.stale-${process.pid}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== seen) {
    // A concurrent start replaced the stale lock first: restore its lock.
    await rename(aside, path);
    return;
  }
  await stopLeftoverChildren(holder?.children ?? []);
  await rm(aside, { force: true });
}

/** Waits for children to end with their supervisor, then kills hanging ones. */
async function stopLeftoverChildren(children: ProcessRef[]): Promise<void> {
  await poll(() => !children.some(isAlive), 8_000);
  for (const child of children.filter(isAlive)) process.kill(child.pid, 'SIGKILL');
  await poll(() => !children.some(isAlive), 2_000);
}
