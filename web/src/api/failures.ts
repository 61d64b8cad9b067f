import type { ApiError } from './api-error';
import { errorMessage } from './error-messages';

const TITLE = 'Error Loading Data';

interface FailedQuery {
  error: ApiError | null;
  refetch: () => Promise<unknown>;
}

/** What an error state shows of a query. @param text used when the server sends no message. */
export const failure = ({ error, refetch }: FailedQuery, text: string, title = text) => ({
  title,
  message: errorMessage(error, { fallback: text, thrown: text }),
  requestId: error?.requestId,
  onRetry: () => void refetch(),
});

/** As `failure`, for a list, which has the query. */
export const listFailure = (text: string) => ({
  title: TITLE,
  message: (error: Error) => errorMessage(error, { fallback: text, thrown: text }),
});
