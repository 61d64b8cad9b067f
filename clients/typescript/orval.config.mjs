import { readFile, writeFile } from 'node:fs/promises';
import { defineConfig } from 'orval';

/** Orval types the options of a call as RequestInit; ours also name the shop, the key and the Idempotency-Key. */
async function typeOptions([file]) {
  const text = await readFile(file, 'utf8');
  const typed = text
    .replaceAll('options?: RequestInit', 'options?: RequestOptions')
    .replace('import { request } from', 'import { request, type RequestOptions } from');
  await writeFile(file, typed);
}

export default defineConfig({
  client: {
    hooks: { afterAllFilesWrite: typeOptions },
    input: { target: process.env.OPENAPI_CUSTOMER ?? '../../openapi/customer.json' },
    output: {
      mode: 'single',
      target: 'src/generated/api.ts',
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
