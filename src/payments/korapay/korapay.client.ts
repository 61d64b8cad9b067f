import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { SECOND } from '../../common/time/clock';
import { AppConfig } from '../../config/app-config';
import { SettingsService } from '../../settings/settings.service';

/** So far below the idle time of any server that a kept connection is not closing on its next use. */
const IDLE_MS = SECOND;
const MAX_IDLE_CONNECTIONS = 16;

/** `none`: no readable response, so the outcome of the call is unknown. */
export type KorapayReply =
  | { readonly kind: 'reply'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'none'; readonly reason: string };

/** Timeout and maximum response size of a call. */
@Injectable()
export class KorapayClientOptions {
  readonly timeoutMs: number = 20 * SECOND;
  readonly maxBytes: number = 256 * 1024;
}

/**
 * HTTP client of Korapay's merchant API. Each call sends one request: no retries, no redirects. Lookups share
 * kept connections. What moves money has a new connection, since a kept one may just be closing, and the
 * outcome would be unknown.
 */
@Injectable()
export class KorapayClient implements OnModuleDestroy {
  private readonly agent: HttpAgent;
  private readonly request: (options: RequestOptions) => ClientRequest;
  private readonly target: RequestOptions;
  private readonly basePath: string;

  constructor(
    config: AppConfig,
    private readonly settings: SettingsService,
    private readonly options: KorapayClientOptions,
  ) {
    const baseUrl = new URL(config.korapay.baseUrl);
    this.target = urlToHttpOptions(baseUrl);
    this.basePath = baseUrl.pathname.replace(/\/$/, '');
    const secure = baseUrl.protocol === 'https:';
    this.agent = new (secure ? HttpsAgent : HttpAgent)({
      keepAlive: true,
      timeout: IDLE_MS,
      maxFreeSockets: MAX_IDLE_CONNECTIONS,
    });
    this.request = secure ? httpsRequest : httpRequest;
  }

  onModuleDestroy(): void {
    this.agent.destroy();
  }

  async call(method: 'GET' | 'POST', path: string, payload?: unknown): Promise<KorapayReply> {
    const { korapaySecretKey } = await this.settings.current();
    if (!korapaySecretKey) return { kind: 'none', reason: 'no secret key is set' };
    const body = payload === undefined ? undefined : JSON.stringify(payload);
    const options: RequestOptions = {
      ...this.target,
      path: `${this.basePath}${path}`,
      method,
      agent: method === 'GET' ? this.agent : false,
      headers: {
        authorization: `Bearer ${korapaySecretKey}`,
        accept: 'application/json',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    };
    const request = this.request(options);
    let isLate = false;
    // A timer costs a tenth of an AbortSignal, which listens on the request, its socket and the response.
    const timer = setTimeout(() => {
      isLate = true;
      request.destroy();
    }, this.options.timeoutMs);
    try {
      const response = await send(request, body);
      const text = await readBody(response, this.options.maxBytes);
      if (text === null) return { kind: 'none', reason: 'the answer is too large' };
      return { kind: 'reply', status: response.statusCode ?? 0, body: parseJson(text) };
    } catch (error) {
      return { kind: 'none', reason: isLate ? 'no answer in time' : describeError(error) };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** @returns the response once its headers have arrived. */
function send(request: ClientRequest, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end(body);
  });
}

/** @returns null, and closes the connection, when the body exceeds `maxBytes`. */
function readBody(response: IncomingMessage, maxBytes: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    response
      .on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        chunks.push(chunk);
        if (size <= maxBytes) return;
        resolve(null);
        response.destroy();
      })
      .on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      .on('error', reject)
      // Without effect after the events above.
      .on('close', () => reject(new Error('the answer is incomplete')));
  });
}

/** @returns undefined for anything but JSON, such as a gateway's error page. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeError(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return code ?? message;
}
