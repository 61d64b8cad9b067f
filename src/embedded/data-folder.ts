import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartError, diskFullError } from './start-error';

/** The data folder: database, keys and logs. Accessible to its owner only. */
export class DataFolder {
  private constructor(readonly path: string) {}

  /** @throws StartError when the folder cannot be created or used. */
  static async open(path: string): Promise<DataFolder> {
    const absolute = resolve(path);
    try {
      await mkdir(absolute, { recursive: true, mode: 0o700 });
      await chmod(absolute, 0o700);
      await mkdir(join(absolute, 'logs'), { recursive: true });
    } catch (cause) {
      throw (
        diskFullError(String(cause), absolute) ??
        new StartError(
          `The data folder ${absolute} cannot be used: ${(cause as Error).message}. ` +
            'Set DATA_DIR to a folder of your own and start again.',
          { cause },
        )
      );
    }
    return new DataFolder(absolute);
  }

  logFile(name: string): string {
    return join(this.path, 'logs', `${name}.log`);
  }

  /** The key that signs sessions and encrypts secrets, generated on the first start. */
  async appKey(): Promise<string> {
    const kept = await this.read('app.key');
    if (kept) return kept;
    const key = randomBytes(32).toString('base64url');
    await this.write('app.key', key);
    return key;
  }

  /** Undefined when there is no such file. */
  async read(name: string): Promise<string | undefined> {
    try {
      return (await readFile(join(this.path, name), 'utf8')).trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Atomic write, readable by the owner only. */
  async write(name: string, text: string): Promise<void> {
    const path = join(this.path, name);
    const draft = `${path}.part`;
    await writeFile(draft, `${text}\n`, { mode: 0o600 });
    await rename(draft, path);
  }
}
