import { Injectable } from '@nestjs/common';
import { toMicros, toObject, toObjects, toText } from './answers';
import { ProviderRefusal, ProviderSilence } from './provider-errors';
import { ProviderHttp } from './provider-http';
import type {
  AddressProvider,
  ProviderAccount,
  ProviderAdapter,
  ProviderAddress,
} from '../providers.types';

const PAGE_SIZE = 100;
const MAX_PAGES = 400;

/**
 * Webshare's API. A plan is bought and renewed in its dashboard only, behind a captcha: the adapter lists the addresses of
 * the plan, all of which end with it, and replaces them.
 */
@Injectable()
export class WebshareAdapter implements ProviderAdapter, AddressProvider {
  readonly addresses = this;

  constructor(private readonly http: ProviderHttp) {}

  /** What is left of the account's credits. */
  async balance(account: ProviderAccount): Promise<bigint | null> {
    return toMicros(
      toObject(await this.call(account, 'GET', '/api/v2/subscription/')).free_credits,
    );
  }

  async list(account: ProviderAccount): Promise<ProviderAddress[]> {
    const { end_date: end } = toObject(await this.call(account, 'GET', '/api/v2/subscription/'));
    const endsAt = typeof end === 'string' && !Number.isNaN(Date.parse(end)) ? new Date(end) : null;
    const found: ProviderAddress[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const path = `/api/v2/proxy/list/?mode=direct&page=${page}&page_size=${PAGE_SIZE}`;
      const { results, next } = toObject(await this.call(account, 'GET', path));
      if (!Array.isArray(results)) throw new ProviderSilence('Its list cannot be read.');
      for (const item of toObjects(results)) {
        const [ref, address, username, password, country] = [
          ...[item.id, item.proxy_address, item.username, item.password, item.country_code],
        ].map(toText);
        if (!ref || !address || !username || !password || !Number(item.port)) continue;
        found.push({
          ...{ ref, address, username, password, endsAt, orderRef: null },
          httpPort: Number(item.port),
          country: country?.toLowerCase() ?? null,
        });
      }
      if (!next) break;
    }
    return found;
  }

  /** Asynchronous: the new address is in the list when the provider has completed it. */
  async replace(
    account: ProviderAccount,
    { address, country }: { address: string; country: string },
  ): Promise<void> {
    await this.call(account, 'POST', '/api/v3/proxy/replace/', {
      to_replace: { type: 'ip_address', ip_addresses: [address] },
      replace_with: [{ type: 'country', country_code: country.toUpperCase() }],
      dry_run: false,
    });
  }

  private async call(
    { baseUrl, apiKey }: ProviderAccount,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<unknown> {
    const headers = { authorization: `Token ${apiKey}` };
    const { status, json } = await this.http.send({ method, url: baseUrl + path, headers, body });
    if (status >= 200 && status < 300) return json;
    if (status >= 400 && status < 500) throw new ProviderRefusal(toReason(status, json));
    throw new ProviderSilence(`It answered with status ${status}.`);
  }
}

function toReason(status: number, json: unknown): string {
  if (status === 401) return 'It refuses the API key.';
  const detail = toText(toObject(json).detail);
  return detail ? `It refuses: ${detail.slice(0, 200)}` : `It refuses with status ${status}.`;
}
