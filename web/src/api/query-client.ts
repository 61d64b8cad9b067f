import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { messageQueue } from '@/lib/message-queue';
import { ApiError } from './api-error';
import { errorMessages } from './error-messages';
import { atPaths, stalePaths } from './invalidation';

interface CallMeta extends Record<string, unknown> {
  /** What to say when the server gives no message. */
  fallback?: string;
  /** What to say when no answer came at all. */
  thrown?: string;
  /** The caller shows its errors itself. */
  quiet?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
    defaultError: ApiError;
  }
}

const showError = (error: unknown, meta?: CallMeta): void => {
  if (!meta?.quiet) errorMessages(error, meta).forEach((message) => messageQueue.error(message));
};

const worthRetrying = (error: unknown): boolean =>
  error instanceof ApiError && error.outcomeUnknown;

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => showError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => showError(error, mutation.meta),
      onSuccess: async (_data, _input, _context, mutation) => {
        const paths = stalePaths(mutation.options.mutationKey?.[0]);
        if (paths.length > 0) await client.invalidateQueries(atPaths(paths));
      },
    }),
    defaultOptions: {
      // Paused calls would fire by themselves when the line comes back: wrong for anything that costs money.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        retry: (failures, error) => failures < 1 && worthRetrying(error),
        retryDelay: 600,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
