import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Whether `pdftotext` (poppler-utils) is installed. */
export const hasPdfToText = (): boolean => !spawnSync('pdftotext', ['-v']).error;

/** The text of a PDF, in the layout of its pages. */
export async function readPdfText(pdf: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nairaproxy-pdf-'));
  try {
    await writeFile(join(folder, 'r.pdf'), pdf);
    await promisify(execFile)('pdftotext', ['-layout', 'r.pdf', 'r.txt'], { cwd: folder });
    return await readFile(join(folder, 'r.txt'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
