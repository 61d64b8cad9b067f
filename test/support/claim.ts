import { readFile, rm, writeFile } from 'node:fs/promises';
import { isProcessAlive } from '../../src/embedded/process-info';

/**
 * Claims a file for this process by writing its id into it; remove the file to release it.
 * @returns false when another process holds the claim. The claim of a dead process is removed for the next call.
 */
export async function claim(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = Number(await readFile(file, 'utf8').catch(() => ''));
  if (owner && !isProcessAlive(owner)) await rm(file, { force: true });
  return false;
}
