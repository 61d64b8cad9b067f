import { defineConfig } from 'orval';

export default defineConfig({
  api: {
    input: { target: process.env.OPENAPI ?? '../openapi/openapi.json' },
    output: {
      mode: 'tags-split',
      target: 'src/api/generated/endpoints.ts',
      schemas: 'src/api/generated/model',
      client: 'react-query',
      httpClient: 'fetch',
      clean: true,
      indexFiles: false,
      urlEncodeParameters: true,
      override: {
        mutator: { path: 'src/api/http.ts', name: 'http' },
        fetch: { includeHttpResponseReturnType: false },
        query: { version: 5, signal: true, useOperationIdAsQueryKey: true },
      },
    },
  },
});
