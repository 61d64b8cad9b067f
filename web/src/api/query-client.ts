import { MutationCache, QueryCache, QueryClient, type MutationKey } from '@tanstack/react-query';
import { messageQueue } from '@/lib/message-queue';
import { ApiError, TWO_FACTOR_SETUP_REQUIRED } from './api-error';
import { errorMessages } from './error-messages';
import { isMutationShown, markOutdated, reloadShown } from './invalidation';
import { endNotice } from './session';
import { loadSiteConfig } from './site-config';

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
  error instanceof ApiError &&
  (error.code === TWO_FACTOR_SETUP_REQUIRED || (error.status === 401 && endNotice.get() !== null));

const showError = (error: unknown, meta?: CallMeta): void => {
  if (!meta?.quiet && !isShownElsewhere(error))
    errorMessages(error, meta).forEach((message) => messageQueue.error(message));
};

const isUnknown = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.outcomeUnknown;

export function createQueryClient(): QueryClient {
  /** Without a connection the data is reloaded when it is shown next: to try now adds an error. */
  const reload = async (mutationKey: MutationKey | undefined, status?: number): Promise<void> => {
    if (isMutationShown(mutationKey?.[0]))
      await (status === 0 ? markOutdated : reloadShown)(client);
  };
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => showError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        showError(error, mutation.meta);
        if (error instanceof ApiError && error.code === 'MAINTENANCE') void loadSiteConfig();
        if (isUnknown(error)) void reload(mutation.options.mutationKey, error.status);
      },
      onSuccess: (_data, _input, _context, mutation) => reload(mutation.options.mutationKey),
    }),
    defaultOptions: {
      // Paused calls would be sent on reconnect, which is wrong for calls that move money.
      queries: {
        networkMode: 'always',
        staleTime: 15_000,
        retry: (failures, error) => failures < 1 && isUnknown(error),
        retryDelay: 600,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
  return client;
}
