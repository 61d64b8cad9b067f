import { Injectable } from '@nestjs/common';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ADDRESS_REFUSED, OutboundGuard } from '../../../common/net/outbound-guard';
import { SECOND } from '../../../common/time/clock';
import { AppConfig } from '../../../config/app-config';
import { toMicros as roundToMicros } from '../../../common/money/usd';

/** The provider said no, or was not reached: the call had no effect. The message has no key and no address. */
export class ProviderRefusal extends Error {
  override name = 'ProviderRefusal';
}

/** No readable answer: nobody knows whether the call had an effect. */
export class ProviderOutcomeUnknown extends Error {
  override name = 'ProviderOutcomeUnknown';
}

export const isProviderError = (
  error: unknown,
): error is ProviderRefusal | ProviderOutcomeUnknown =>
  error instanceof ProviderRefusal || error instanceof ProviderOutcomeUnknown;

export interface ProviderCall {
  readonly method: 'GET' | 'POST';
  /** With the path of the base URL and the query; it may hold the key, so it is never logged. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as a form when it is a string. */
  readonly body?: unknown;
  /** Of the answer, where it may be larger than usual. */
  readonly maxBytes?: number;
}

export interface ProviderAnswer {
  readonly status: number;
  /** Undefined for anything but JSON. */
  readonly json: unknown;
}

/** Lists of places have tens of thousands of names. */
export const MAX_PLACES_BYTES = 32 * 1024 * 1024;

/** Timeout of a call and maximum size of an answer. */
@Injectable()
export class ProviderHttpOptions {
  readonly timeoutMs: number = 30 * SECOND;
  readonly maxBytes: number = 8 * 1024 * 1024;
}

/**
 * HTTP client of providers' management APIs. Each call sends one request on a connection of its own: no retries, no
 * redirects. Only public addresses over TLS are called; in the sandbox also this machine.
 */
@Injectable()
export class ProviderHttp {
  private readonly guard: OutboundGuard;

  constructor(
    private readonly config: AppConfig,
    private readonly options: ProviderHttpOptions,
  ) {
    this.guard = new OutboundGuard(config.sandbox);
  }

  /** @throws ProviderRefusal when nothing was sent; ProviderOutcomeUnknown without a readable answer. */
  async send({ method, url, headers, body, maxBytes }: ProviderCall): Promise<ProviderAnswer> {
    const target = this.checkUrl(url);
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type =
      typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
    const request = (target.protocol === 'https:' ? httpsRequest : httpRequest)({
      ...urlToHttpOptions(target),
      method,
      agent: false,
      lookup: this.guard.lookupFor(target),
      headers: {
        accept: 'application/json',
        ...headers,
        ...(text === undefined
          ? {}
          : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
      },
    } satisfies RequestOptions);
    let isConnected = false;
    request.once('socket', (socket) => socket.once('connect', () => (isConnected = true)));
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      request.destroy();
    }, this.options.timeoutMs);
    try {
      const response = await new Promise<IncomingMessage>((done, fail) => {
        request.on('response', done).on('error', fail).end(text);
      });
      return { status: response.statusCode ?? 0, json: await this.read(response, maxBytes) };
    } catch (error) {
      if (error instanceof ProviderRefusal) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (isConnected || isLate)
        throw new ProviderOutcomeUnknown(
          isLate ? 'It did not answer in time.' : 'The connection was interrupted.',
        );
      if (code === ADDRESS_REFUSED) throw new ProviderRefusal(NOT_PUBLIC);
      throw new ProviderRefusal(`It could not be reached${code ? ` (${code})` : ''}.`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws ProviderRefusal for a URL that must not be called. */
  private checkUrl(text: string): URL {
    const url = new URL(text);
    if (url.protocol !== 'https:' && !this.config.sandbox)
      throw new ProviderRefusal('Its address must begin with https.');
    if (this.guard.refusesHost(url)) throw new ProviderRefusal(NOT_PUBLIC);
    return url;
  }

  private async read(
    response: IncomingMessage,
    maxBytes = this.options.maxBytes,
  ): Promise<unknown> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new ProviderOutcomeUnknown('Its answer is too large.');
      chunks.push(chunk);
    }
    if (!response.complete) throw new ProviderOutcomeUnknown('Its answer is incomplete.');
    try {
      return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
    } catch {
      return undefined;
    }
  }
}

const NOT_PUBLIC = 'Its address is not on the public Internet.';

/** The object of an answer; empty for anything else. */
export const toObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** The objects of a list; empty for anything else. */
export const toObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(toObject) : [];

/** Of a text or a number; null for anything else. */
export const toText = (value: unknown): string | null =>
  typeof value === 'string' && value
    ? value
    : typeof value === 'number' && Number.isFinite(value)
      ? String(value)
      : null;

/** Of a number, or of a text such as `$25.00`; null for anything else. */
export function toMicros(value: unknown): bigint | null {
  const amount = typeof value === 'string' ? Number(value.replace(/^\$/, '')) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && value !== ''
    ? roundToMicros(amount)
    : null;
}

/** Of a number, or of a text that is one; null for anything else and below 0. */
export function toAmount(value: unknown): number | null {
  const amount = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : null;
}

/**
 * The JSON of an answer of an API that uses the statuses of HTTP.
 * @param secret what the account is known by, such as "the API key".
 * @throws ProviderRefusal for 4xx; ProviderOutcomeUnknown for any other status.
 */
export function expectSuccess({ status, json }: ProviderAnswer, secret: string): unknown {
  if (status >= 200 && status < 300) return json;
  if (status >= 400 && status < 500) throw new ProviderRefusal(toReason(status, json, secret));
  throw new ProviderOutcomeUnknown(`It answered with status ${status}.`);
}

function toReason(status: number, json: unknown, secret: string): string {
  if (status === 401) return `It refuses ${secret}.`;
  const { detail, message, error } = toObject(json);
  const said = toText(detail) ?? toText(message) ?? toText(error);
  return said ? `It refuses: ${said.slice(0, 200)}` : `It refuses with status ${status}.`;
}

/** Login and password that staff entered as one key. @throws ProviderRefusal without a colon between them. */
export function splitLoginKey(key: string): { login: string; password: string } {
  const colon = key.indexOf(':');
  if (colon < 1 || colon === key.length - 1)
    throw new ProviderRefusal('Its key must be login and password with a colon between them.');
  return { login: key.slice(0, colon), password: key.slice(colon + 1) };
}
