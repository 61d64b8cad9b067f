import type { QueryClient } from '@tanstack/react-query';
import { session } from './session';

interface FirstRequests {
  readonly token: string;
  /** URL → its response, which nobody has read yet. */
  readonly requests: Map<string, Promise<Response>>;
}

declare global {
  interface Window {
    /** Requests that the HTML of the page has sent before the app was there (pages/first-requests.js). */
    firstRequests?: FirstRequests;
  }
}

/** The page waits no longer for responses; it then shows itself as loading. */
const MAX_WAIT_MS = 400;

/** URL → body of a response that nobody has taken yet. */
const loaded = new Map<string, unknown>();

/** The response to a request that the page has already sent; each is taken once. */
export function takeFirstResponse(url: string, token: string | null): Promise<Response> | null {
  const { firstRequests } = window;
  const response = firstRequests?.requests.get(url);
  if (!firstRequests || !response) return null;
  firstRequests.requests.delete(url);
  return firstRequests.token === token ? response : null;
}

/** What a later screen requests must be newer. */
export const dropFirstRequests = (): void => {
  delete window.firstRequests;
  loaded.clear();
};
session.onEnd(dropFirstRequests);

async function load(url: string, request: Promise<Response>): Promise<void> {
  const response = await request;
  // Whoever needs this data takes the response, and reports its error as that of any request.
  if (response.ok) loaded.set(url, await response.clone().json());
}

/** Waits a moment for the responses to what the page has requested, so that it is rendered once, with its data. */
export async function awaitFirstRequests(): Promise<void> {
  const { firstRequests } = window;
  if (!firstRequests || firstRequests.token !== session.token()) return dropFirstRequests();
  const all = [...firstRequests.requests].map(([url, request]) => load(url, request));
  await Promise.race([
    Promise.allSettled(all),
    new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS)),
  ]);
}

/** Orval's key of a query: the segments of its path, then its parameters. */
function toQueryKey(url: string): readonly unknown[] {
  const { pathname, searchParams } = new URL(url, window.location.origin);
  const params = [...searchParams].map(
    ([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value] as const,
  );
  const segments = pathname.split('/').filter(Boolean);
  return params.length > 0 ? [...segments, Object.fromEntries(params)] : segments;
}

/** Hands over what has arrived. The rest is left to the queries, which take their responses. */
export function fillQueryCache(client: QueryClient): void {
  const requests = window.firstRequests?.requests;
  for (const [url, body] of loaded)
    if (requests?.delete(url)) client.setQueryData(toQueryKey(url), body);
  loaded.clear();
}
