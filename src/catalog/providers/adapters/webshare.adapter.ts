import { Injectable } from '@nestjs/common';
import { DAY } from '../../../common/time/clock';
import {
  toMicros,
  toObject,
  toObjects,
  toText,
  expectSuccess,
  ProviderOutcomeUnknown,
  ProviderHttp,
} from './provider-http';
import type {
  AccountState,
  AddressProvider,
  ProviderAccount,
  ProviderAdapter,
  ProviderAddress,
  UsageProvider,
} from '../providers.types';

const PAGE_SIZE = 100;
const MAX_PAGES = 400;

/**
 * Webshare's API. A plan is bought and renewed in its dashboard only, behind a captcha: the adapter lists the addresses of
 * the plan, all of which end with it, and replaces them.
 */
@Injectable()
export class WebshareAdapter implements ProviderAdapter, AddressProvider, UsageProvider {
  readonly addresses = this;
  readonly usage = this;

  constructor(private readonly http: ProviderHttp) {}

  /** What is left of the account's credits; its traffic is told by day. */
  async readState(account: ProviderAccount): Promise<AccountState> {
    const plan = toObject(await this.call(account, 'GET', '/api/v2/subscription/'));
    return { balanceMicros: toMicros(plan.free_credits), leftGb: null, count: null };
  }

  async list(account: ProviderAccount): Promise<ProviderAddress[]> {
    const { end_date: end } = toObject(await this.call(account, 'GET', '/api/v2/subscription/'));
    const endsAt = typeof end === 'string' && !Number.isNaN(Date.parse(end)) ? new Date(end) : null;
    const found: ProviderAddress[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const path = `/api/v2/proxy/list/?mode=direct&page=${page}&page_size=${PAGE_SIZE}`;
      const { results, next } = toObject(await this.call(account, 'GET', path));
      if (!Array.isArray(results)) throw new ProviderOutcomeUnknown('Its list cannot be read.');
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

  /** Its statistics are by the hour; hours that it has only projected do not count. */
  async countDay(account: ProviderAccount, day: Date): Promise<number | null> {
    const [from, to] = [day.toISOString(), new Date(day.getTime() + DAY - 1).toISOString()];
    const path = `/api/v2/stats/?timestamp__gte=${encodeURIComponent(from)}&timestamp__lte=${encodeURIComponent(to)}`;
    const hours = await this.call(account, 'GET', path);
    if (!Array.isArray(hours)) throw new ProviderOutcomeUnknown('Its statistics cannot be read.');
    const counted = toObjects(hours).filter((hour) => hour.is_projected !== true);
    const sum = counted.reduce((bytes, hour) => bytes + Number(hour.bandwidth_total), 0);
    if (!Number.isSafeInteger(sum))
      throw new ProviderOutcomeUnknown('Its statistics cannot be read.');
    return counted.length > 0 ? sum : null;
  }

  private async call(
    { baseUrl, apiKey }: ProviderAccount,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<unknown> {
    const headers = { authorization: `Token ${apiKey}` };
    return expectSuccess(
      await this.http.send({ method, url: baseUrl + path, headers, body }),
      'the API key',
    );
  }
}
