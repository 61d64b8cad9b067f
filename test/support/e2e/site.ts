import { poll } from '../../../src/embedded/poll';

/** The envelope of the API, success or not. */
export interface Envelope<T = unknown> {
  success: boolean;
  code?: string;
  message?: string;
  errors?: Record<string, unknown>;
  data?: T;
}

export interface Answer<T> {
  status: number;
  body: T;
  headers: Headers;
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

/** One API process, spoken to over HTTP as an integrator would. */
export class Site {
  /**
   * @param url origin of this process, such as http://localhost:21000
   * @param origin what browsers see, when several processes stand behind it
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
  ): Promise<Answer<T>> {
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
    return {
      status: response.status,
      body: (await response.json()) as T,
      headers: response.headers,
    };
  }

  /** `call` for what has to work. @returns the envelope's data. @throws Error with the whole answer. */
  async take<T>(method: string, path: string, options?: CallOptions): Promise<T> {
    const { status, body } = await this.call<Envelope<T>>(method, path, options);
    if (status >= 300 || !body.success)
      throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body.data as T;
  }

  /** The link in the newest mail to an address that leads to a page, once the mail has come. */
  async linkMailedTo(address: string, page: string): Promise<URL> {
    const link = await poll(async () => {
      const inbox = `/sandbox/inbox?to=${encodeURIComponent(address)}`;
      const { body } = await this.call<Mail[]>('GET', inbox);
      const words = body.flatMap(({ text }) => text.split(/\s+/));
      return words.find((word) => word.startsWith('http') && word.includes(`/${page}/`));
    }, 30_000);
    if (!link) throw new Error(`No mail to ${address} with a link to ${page}`);
    return new URL(link);
  }

  /** Has the simulated Korapay applyFault; see the control endpoint of the sandbox. */
  async injectFault(behaviour: Record<string, unknown>): Promise<void> {
    const { status } = await this.call('POST', '/sandbox/korapay/control', { body: behaviour });
    if (status !== 201) throw new Error(`The simulator does not know ${JSON.stringify(behaviour)}`);
  }
}
