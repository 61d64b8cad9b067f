import { open, rename, stat } from 'node:fs/promises';

const ROTATE_AT_BYTES = 10 * 1024 * 1024;

/** A log file that is set aside as `x.log.1` when it has grown past 10 MB by the time it is opened. */
export class LogFile {
  private constructor(
    readonly path: string,
    private readonly from: number,
  ) {}

  static async open(path: string): Promise<LogFile> {
    const size = await getFileSize(path);
    if (size > ROTATE_AT_BYTES) {
      await rename(path, `${path}.1`);
      return new LogFile(path, 0);
    }
    return new LogFile(path, size);
  }

  /** The last 8 KB of what was written since it was opened. */
  async written(): Promise<string> {
    const size = await getFileSize(this.path);
    const start = Math.min(size, Math.max(this.from, size - 8_192));
    if (size === start) return '';
    const file = await open(this.path, 'r');
    try {
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(size - start),
        position: start,
      });
      return buffer.subarray(0, bytesRead).toString();
    } finally {
      await file.close();
    }
  }
}

async function getFileSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0;
      throw error;
    },
  );
}
