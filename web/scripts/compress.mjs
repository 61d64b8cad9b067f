// Writes a .br and a .gz beside each text file of the build, which the API sends as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));
const TEXT = new Set(['.css', '.js', '.json', '.svg', '.txt']);
/** Below that the headers of a response weigh more than what is saved. */
const MIN_BYTES = 1024;

const ENCODERS = {
  '.br': (source) =>
    promisify(brotliCompress)(source, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
      },
    }),
  '.gz': (source) => promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }),
};

const entries = await readdir(DIST, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name))
  // What Vite writes for other tools is not served.
  .filter((file) => !relative(DIST, file).startsWith('.'));

const totals = { '': 0, '.br': 0, '.gz': 0 };

await Promise.all(
  files.map(async (file) => {
    const source = await readFile(file);
    if (source.length < MIN_BYTES) return;
    totals[''] += source.length;
    for (const [extension, encode] of Object.entries(ENCODERS)) {
      const encoded = await encode(source);
      totals[extension] += encoded.length;
      if (encoded.length < source.length) await writeFile(file + extension, encoded);
    }
  }),
);

const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;
console.log(
  `compressed ${kib(totals[''])} to ${kib(totals['.br'])} brotli, ${kib(totals['.gz'])} gzip`,
);
