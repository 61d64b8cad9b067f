import { Injectable } from '@nestjs/common';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ADDRESS_REFUSED, OutboundGuard } from '../common/net/outbound-guard';
import { SECOND } from '../common/time/clock';
import { AppConfig } from '../config/app-config';

const TIMEOUT_MS = 10 * SECOND;

/** Result of one call. `error` is for the owner of the webhook and names no address. */
export type CallResult =
  | { readonly status: number; readonly error: null }
  | { readonly status: number | null; readonly error: string };

const REFUSED = 'The address of the URL is not on the public Internet';

/** Calls URLs that customers entered. */
@Injectable()
export class WebhookClient {
  private readonly guard: OutboundGuard;

  constructor(config: AppConfig) {
    this.guard = this.createGuard(config.sandbox);
  }

  /** POSTs JSON. Redirects are not followed and the body of the response is not read. */
  async post(
    target: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<CallResult> {
    const url = new URL(target);
    if (this.guard.refusesHost(url)) return { status: null, error: REFUSED };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        send(
          url,
          {
            method: 'POST',
            agent: false,
            signal,
            lookup: this.guard.lookupFor(url),
            headers: {
              ...headers,
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
            },
          },
          resolve,
        )
          .on('error', reject)
          .end(body);
      });
      response.on('error', () => undefined).destroy();
      const status = response.statusCode ?? 0;
      return status >= 200 && status < 300
        ? { status, error: null }
        : { status, error: `The server answered with status ${status}` };
    } catch (error) {
      return { status: null, error: describe(error, signal.aborted) };
    }
  }

  /** For tests, which answer for DNS. */
  protected createGuard(sandbox: boolean): OutboundGuard {
    return new OutboundGuard(sandbox);
  }
}

function describe(error: unknown, isTimeout: boolean): string {
  if (isTimeout) return 'The server did not answer within 10 seconds';
  const { code = '' } = error as { code?: string };
  if (code === ADDRESS_REFUSED) return REFUSED;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host name has no address';
  if (code === 'ECONNREFUSED') return 'The connection was refused';
  if (/CERT|TLS|SSL|SIGNATURE|ALTNAME/.test(code)) return 'The TLS certificate is not valid';
  return 'The connection was interrupted';
}
