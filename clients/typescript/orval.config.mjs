import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { defineConfig } from 'orval';

/** Orval types the options of a call as RequestInit; ours also name the shop, the key and the Idempotency-Key. */
async function typeOptions(files) {
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    const typed = text
      .replaceAll('options?: RequestInit', 'options?: RequestOptions')
      .replace('import { request } from', 'import { request, type RequestOptions } from');
    await writeFile(file, typed);
  }
}

/** One module that exports all calls and types. */
async function writeIndex(files) {
  const modules = files.map((file) => `./${basename(dirname(file))}/${basename(file, '.ts')}`);
  const lines = ['./model', ...modules].sort().map((name) => `export * from '${name}';\n`);
  await writeFile(join(dirname(dirname(files[0])), 'index.ts'), lines.join(''));
}

async function finish(paths) {
  const calls = paths.filter((path) => path.endsWith('.ts') && basename(dirname(path)) !== 'model');
  await typeOptions(calls);
  await writeIndex(calls);
}

export default defineConfig({
  client: {
    hooks: { afterAllFilesWrite: finish },
    input: { target: process.env.OPENAPI_CUSTOMER ?? '../../openapi/customer.json' },
    output: {
      mode: 'tags-split',
      target: 'src/generated/endpoints.ts',
      schemas: 'src/generated/model',
      client: 'fetch',
      clean: true,
      urlEncodeParameters: true,
      override: {
        header: false,
        mutator: { path: 'src/request.ts', name: 'request' },
        fetch: { includeHttpResponseReturnType: false },
      },
    },
  },
});
