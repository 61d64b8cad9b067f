import { Injectable } from '@nestjs/common';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { ADDRESS_REFUSED, OutboundGuard } from '../../../common/net/outbound-guard';
import { SECOND } from '../../../common/time/clock';
import { AppConfig } from '../../../config/app-config';
import { ProviderRefusal, ProviderSilence } from './provider-errors';

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

  /** @throws ProviderRefusal when nothing was sent; ProviderSilence without a readable answer. */
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
        throw new ProviderSilence(
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
      if (size > maxBytes) throw new ProviderSilence('Its answer is too large.');
      chunks.push(chunk);
    }
    if (!response.complete) throw new ProviderSilence('Its answer is incomplete.');
    try {
      return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
    } catch {
      return undefined;
    }
  }
}

const NOT_PUBLIC = 'Its address is not on the public Internet.';
