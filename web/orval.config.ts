import { defineConfig } from 'orval';

const input = process.env.OPENAPI ?? '../openapi/openapi.json';
const mutator = { path: 'src/api/http.ts', name: 'http' };
const fetch = { includeHttpResponseReturnType: false };

export default defineConfig({
  hooks: {
    input: { target: input },
    output: {
      mode: 'tags-split',
      target: 'src/api/generated/hooks/endpoints.ts',
      schemas: 'src/api/generated/hooks/model',
      client: 'react-query',
      httpClient: 'fetch',
      clean: true,
      indexFiles: false,
      urlEncodeParameters: true,
      override: {
        mutator,
        fetch,
        query: { version: 5, signal: true, shouldSplitQueryKey: true },
      },
    },
  },
  // The same calls without React Query, for the landing page and what starts before everything else.
  calls: {
    input: { target: input, filters: { tags: ['Authentication', 'Catalog', 'Support'] } },
    output: {
      mode: 'tags-split',
      target: 'src/api/generated/calls/endpoints.ts',
      schemas: 'src/api/generated/calls/model',
      client: 'fetch',
      clean: true,
      indexFiles: false,
      urlEncodeParameters: true,
      override: { mutator, fetch },
    },
  },
});
