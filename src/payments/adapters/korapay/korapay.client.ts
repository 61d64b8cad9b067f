import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { SECOND } from '../../../common/time/clock';
import { AppConfig } from '../../../config/app-config';
import { SettingsService } from '../../../settings/settings.service';

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
  private readonly request: typeof httpRequest;

  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly options: KorapayClientOptions,
  ) {
    const secure = config.korapay.baseUrl.startsWith('https:');
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
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    const url = `${this.config.korapay.baseUrl}${path}`;
    const options: RequestOptions = {
      method,
      signal,
      agent: method === 'GET' ? this.agent : false,
      headers: {
        authorization: `Bearer ${korapaySecretKey}`,
        accept: 'application/json',
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    };
    try {
      const response = await send(this.request(url, options), body);
      const text = await this.readBody(response);
      if (text === null) return { kind: 'none', reason: 'the answer is too large' };
      return { kind: 'reply', status: response.statusCode ?? 0, body: parseJson(text) };
    } catch (error) {
      return { kind: 'none', reason: signal.aborted ? 'no answer in time' : describeError(error) };
    }
  }

  private async readBody(response: IncomingMessage): Promise<string | null> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength;
      if (size > this.options.maxBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

/** @returns the response once its headers have arrived. */
function send(request: ClientRequest, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end(body);
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
