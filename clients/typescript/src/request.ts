import { ApiError } from './api-error';

export interface ClientOptions {
  /** Origin of the shop, such as https://shop.example.com. */
  readonly baseUrl: string;
  /** An API key, or the token of a sign-in. Public calls need none. */
  readonly apiKey?: string;
  /** Another implementation of fetch, for instance one with a proxy or a timeout. */
  readonly fetch?: typeof globalThis.fetch;
}

/** The last argument of every call. */
export interface RequestOptions extends RequestInit, Partial<ClientOptions> {
  /** For calls that move money: a repeated call with the same key and body has no further effect. */
  readonly idempotencyKey?: string;
}

let defaults: Partial<ClientOptions> = {};

/** Sets the shop and the key of all calls that do not name others in their options. */
export function configure(options: ClientOptions): void {
  defaults = { ...options };
}

/**
 * Every generated call goes through here.
 * @returns the parsed body, the text of a list of connections, or the Blob of a file
 * @throws ApiError for every answer that is not a success, and with status 0 when none arrived
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const {
    baseUrl,
    apiKey,
    fetch = globalThis.fetch,
    idempotencyKey,
    ...init
  } = {
    ...defaults,
    ...options,
  };
  if (!baseUrl) throw new TypeError('Call configure({ baseUrl, apiKey }) first.');
  const headers = new Headers(init.headers);
  if (apiKey) headers.set('Authorization', `Bearer ${apiKey}`);
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  const response = await send(
    () => fetch(new URL(path, baseUrl), { ...init, headers }),
    init.signal,
  );
  const body = await readBody(response);
  if (response.ok && !isFailure(body)) return body as T;
  throw toApiError(response, body);
}

async function send(call: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  try {
    return await call();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const message = 'No answer arrived: the call may or may not have had its effect.';
    throw new ApiError({ status: 0, code: 'NETWORK_ERROR', message }, cause);
  }
}

async function readBody(response: Response): Promise<unknown> {
  const { ok, headers } = response;
  if (ok && headers.get('content-disposition')?.startsWith('attachment')) return response.blob();
  const isJson = headers.get('content-type')?.startsWith('application/json');
  return isJson ? response.json().catch(() => undefined) : response.text();
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isFailure = (body: unknown): boolean => isRecord(body) && body.success === false;

function toApiError({ status, headers }: Response, body: unknown): ApiError {
  const { code, message, errors, request_id: id } = isRecord(body) ? body : {};
  const retryAfter = Number(headers.get('retry-after'));
  return new ApiError({
    status,
    code: typeof code === 'string' ? code : `HTTP_${status}`,
    message: typeof message === 'string' ? message : `The shop answered with status ${status}.`,
    errors: isRecord(errors) ? errors : undefined,
    requestId: typeof id === 'string' ? id : (headers.get('x-request-id') ?? undefined),
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  });
}
