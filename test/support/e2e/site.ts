import { poll } from '../../../src/embedded/poll';

/** The envelope of the API, success or not. */
export interface Envelope<T = unknown> {
  success: boolean;
  code?: string;
  message?: string;
  errors?: Record<string, unknown>;
  data?: T;
}

export interface ApiResponse<T> {
  status: number;
  body: T;
  headers: Headers;
}

export interface ServerError {
  call: string;
  status: number;
  code: string | undefined;
  retryAfter: string | null;
}

export interface CallOptions {
  token?: string;
  /** Sent as Idempotency-Key. */
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** HTTP client of one API process. */
export class Site {
  /** Answers with a status of 500 or more so far. */
  readonly serverErrors: ServerError[] = [];

  /**
   * @param url origin of this process, such as http://localhost:21000
   * @param origin the public origin, when several processes serve it
   */
  constructor(
    readonly url: string,
    readonly origin: string = url,
  ) {}

  /** @param path below /api/v1, or with a leading slash below the origin */
  async call<T = Envelope>(
    method: string,
    path: string,
    { token, key, body, headers }: CallOptions = {},
  ): Promise<ApiResponse<T>> {
    const response = await fetch(`${this.url}${path.startsWith('/') ? path : `/api/v1/${path}`}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const answer = (await response.json()) as T;
    if (response.status >= 500)
      this.serverErrors.push({
        call: `${method} ${path}`,
        status: response.status,
        code: (answer as Envelope).code,
        retryAfter: response.headers.get('retry-after'),
      });
    return { status: response.status, body: answer, headers: response.headers };
  }

  /** Like `call`, but requires success. @returns the data of the envelope. @throws Error with the whole response. */
  async getData<T>(method: string, path: string, options?: CallOptions): Promise<T> {
    const { status, body } = await this.call<Envelope<T>>(method, path, options);
    if (status >= 300 || !body.success)
      throw new Error(`${method} ${path} returned ${status}: ${JSON.stringify(body)}`);
    return body.data as T;
  }

  /** Waits for the newest mail to an address and returns its link to a page. */
  async findMailedLink(address: string, page: string): Promise<URL> {
    const link = await poll(async () => {
      const inbox = `/sandbox/inbox?to=${encodeURIComponent(address)}`;
      const { body } = await this.call<Mail[]>('GET', inbox);
      const tokens = body.flatMap(({ text }) => text.split(/\s+/));
      return tokens.find((token) => token.startsWith('http') && token.includes(`/${page}/`));
    }, 30_000);
    if (!link) throw new Error(`No mail to ${address} with a link to ${page}`);
    return new URL(link);
  }

  /** Injects a fault into the Korapay simulator through its control endpoint. */
  async injectFault(fault: Record<string, unknown>): Promise<void> {
    const { status } = await this.call('POST', '/sandbox/korapay/control', { body: fault });
    if (status !== 201) throw new Error(`The simulator rejected ${JSON.stringify(fault)}`);
  }
}
