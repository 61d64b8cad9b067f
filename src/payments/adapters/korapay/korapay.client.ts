import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../config/app-config';
import { SettingsService } from '../../../settings/settings.service';
import { KorapayClientOptions } from './korapay-limits';

/** `none`: no answer that could be read, so nothing is known about what happened. */
export type KorapayReply =
  | { readonly kind: 'reply'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'none'; readonly reason: string };

/** Speaks HTTP to Korapay's merchant API. One call, one request: nothing is repeated, no redirect followed. */
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
          // A kept connection may be dead already, and a charge must not be lost to that.
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

/** Undefined for what is not JSON, such as a gateway's error page. */
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
