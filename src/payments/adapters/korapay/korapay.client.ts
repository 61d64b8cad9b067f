import { Injectable } from '@nestjs/common';
import { SECOND } from '../../../common/time/clock';
import { AppConfig } from '../../../config/app-config';
import { SettingsService } from '../../../settings/settings.service';

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

/** HTTP client of Korapay's merchant API. Each call sends one request: no retries, no redirects. */
@Injectable()
export class KorapayClient {
  constructor(
    private readonly config: AppConfig,
    private readonly settings: SettingsService,
    private readonly options: KorapayClientOptions,
  ) {}

  async call(method: 'GET' | 'POST', path: string, payload?: unknown): Promise<KorapayReply> {
    const { korapaySecretKey } = await this.settings.current();
    if (!korapaySecretKey) return { kind: 'none', reason: 'no secret key is set' };
    try {
      const response = await fetch(`${this.config.korapay.baseUrl}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.options.timeoutMs),
        headers: {
          authorization: `Bearer ${korapaySecretKey}`,
          accept: 'application/json',
          // A stale keep-alive connection would turn a charge into an unknown outcome.
          connection: 'close',
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: payload === undefined ? undefined : JSON.stringify(payload),
      });
      const text = await this.readBody(response);
      if (text === null) return { kind: 'none', reason: 'the answer is too large' };
      return { kind: 'reply', status: response.status, body: parseJson(text) };
    } catch (error) {
      return { kind: 'none', reason: describeError(error) };
    }
  }

  private async readBody(response: Response): Promise<string | null> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > this.options.maxBytes) return null;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
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
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  return name === 'TimeoutError' ? 'no answer in time' : (cause?.code ?? message);
}
