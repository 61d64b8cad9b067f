import { session } from './session';
import { ApiError, NETWORK_ERROR, TWO_FACTOR_SETUP_REQUIRED } from './api-error';
import { takeFirstResponse } from './first-requests';
import { confirmSignIn, REAUTHENTICATION_REQUIRED } from './reauthentication';

const inFlight = new Map<string, Promise<unknown>>();

/** Responses of one session must not reach the next. */
export const clearInFlight = (): void => inFlight.clear();
session.onEnd(clearInFlight);

/**
 * Joins an identical request in flight instead of sending it again: a second tap may arrive before
 * React has disabled the button.
 */
export function shareInFlight<T>(key: string, send: () => Promise<T>): Promise<T> {
  const pending = inFlight.get(key);
  if (pending) return pending as Promise<T>;
  const request = send().finally(() => {
    if (inFlight.get(key) === request) inFlight.delete(key);
  });
  inFlight.set(key, request);
  return request;
}

const PREFIX = '/api/v1';

/** Public authentication endpoints take no token; these revoke the one of the session. */
const requiresToken = (path: string): boolean =>
  !path.includes('/auth/') || /\/auth\/(logout|reauthenticate)$/.test(path);

const isFile = (response: Response): boolean =>
  response.ok && (response.headers.get('content-disposition') ?? '').startsWith('attachment');

async function readBody(response: Response): Promise<unknown> {
  if (isFile(response)) return response.blob();
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const isFailure = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === false;

function toApiError(response: Response, body: unknown): ApiError {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError({
    status: response.status,
    code: typeof answer.code === 'string' ? answer.code : `HTTP_${response.status}`,
    message: typeof answer.message === 'string' ? answer.message : '',
    errors:
      typeof answer.errors === 'object' && answer.errors !== null
        ? { ...answer.errors }
        : undefined,
    requestId:
      typeof answer.request_id === 'string'
        ? answer.request_id
        : (response.headers.get('x-request-id') ?? undefined),
    retryAfter: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
  });
}

async function send(
  url: string,
  init: RequestInit,
  sent: Promise<Response> | null,
): Promise<Response> {
  try {
    return await (sent ?? fetch(url, init));
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'NETWORK_ERROR', message: NETWORK_ERROR });
  }
}

async function request<T>(url: string, init: RequestInit): Promise<T> {
  const path = url.split('?')[0] ?? url;
  const body = typeof init.body === 'string' ? init.body : '';
  const token = requiresToken(path) ? session.token() : null;
  const method = (init.method ?? 'GET').toUpperCase();
  // The public pages move no money, and load nothing for it.
  const call =
    method === 'POST' && token && !path.includes('/auth/')
      ? (await import('./idempotency')).beginMoneyCall(path, body)
      : null;

  const headers = new Headers(init.headers);
  headers.set('Accept', 'application/json');
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (call) headers.set('Idempotency-Key', call.key);

  const address = url.startsWith('/api/') ? url : PREFIX + url;
  const sent = method === 'GET' ? takeFirstResponse(address, token) : null;
  const response = await send(
    address,
    { ...init, ...(call && { body: call.body }), headers },
    sent,
  );
  const answer = await readBody(response);
  const error = response.ok && !isFailure(answer) ? null : toApiError(response, answer);
  if (!error) return (call ? call.succeed(answer as object) : answer) as T;
  call?.fail(error);
  if (error.status === 401 && token) session.expire(token, error.message);
  if (error.code === TWO_FACTOR_SETUP_REQUIRED) session.requireTwoFactor(error.message);
  throw error;
}

const needsRecentSignIn = (error: unknown): boolean =>
  error instanceof ApiError && error.code === REAUTHENTICATION_REQUIRED;

/** Repeats a call once that was refused because the sign-in is too long ago, when the user confirms it. */
async function requestConfirmed<T>(url: string, init: RequestInit): Promise<T> {
  try {
    return await request<T>(url, init);
  } catch (error) {
    if (!needsRecentSignIn(error) || !(await confirmSignIn())) throw error;
    return request<T>(url, init);
  }
}

/**
 * Every API call goes through here. Resolves with the parsed body of a 2xx response, or a Blob for
 * an attachment. Throws ApiError otherwise, also for a 2xx with `success: false`. Showing the error
 * is up to the caller.
 */
export function http<T>(url: string, init: RequestInit = {}): Promise<T> {
  const method = (init.method ?? 'GET').toUpperCase();
  // A query can be aborted, and so would be whoever had joined it.
  if (method === 'GET' || init.signal) return requestConfirmed<T>(url, init);
  const key = [method, url, session.token(), String(init.body)].join('\n');
  return shareInFlight(key, () => requestConfirmed<T>(url, init));
}

/** Type names that Orval's generated hooks import. */
export type ErrorType<_Body> = ApiError;
export type BodyType<Body> = Body;
