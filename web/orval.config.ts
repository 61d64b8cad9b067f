import { defineConfig } from 'orval';

const input = process.env.OPENAPI ?? '../openapi/openapi.json';
const mutator = { path: 'src/api/http.ts', name: 'http' };
const fetch = { includeHttpResponseReturnType: false };

export default defineConfig({
  client: {
    input: { target: input },
    output: {
      mode: 'tags',
      target: 'src/api/generated/api.ts',
      client: 'react-query',
      httpClient: 'fetch',
      clean: true,
      urlEncodeParameters: true,
      override: {
        mutator,
        fetch,
        query: { version: 5, signal: true, shouldSplitQueryKey: true },
      },
    },
  },
});
