import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { messageQueue } from '@/lib/message-queue';
import { ApiError, TWO_FACTOR_SETUP_REQUIRED } from './api-error';
import { errorMessages } from './error-messages';
import { matchPaths, getInvalidatedPaths } from './invalidation';

interface CallMeta extends Record<string, unknown> {
  /** Shown when the server sends no message. */
  fallback?: string;
  /** Shown when no response arrives. */
  thrown?: string;
  /** The caller shows the errors. */
  quiet?: boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: CallMeta;
    mutationMeta: CallMeta;
    defaultError: ApiError;
  }
}

const isShownElsewhere = (error: unknown): boolean =>
  error instanceof ApiError && error.code === TWO_FACTOR_SETUP_REQUIRED;

const showError = (error: unknown, meta?: CallMeta): void => {
  if (!meta?.quiet && !isShownElsewhere(error))
    errorMessages(error, meta).forEach((message) => messageQueue.error(message));
};

const isRetryable = (error: unknown): boolean => error instanceof ApiError && error.outcomeUnknown;

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => showError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => showError(error, mutation.meta),
      onSuccess: async (_data, _input, _context, mutation) => {
        const paths = getInvalidatedPaths(mutation.options.mutationKey?.[0]);
        if (paths.length > 0) await client.invalidateQueries(matchPaths(paths));
      },
    }),
    defaultOptions: {
      // Paused calls would be sent on reconnect, which is wrong for calls that move money.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        retry: (failures, error) => failures < 1 && isRetryable(error),
        retryDelay: 600,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
