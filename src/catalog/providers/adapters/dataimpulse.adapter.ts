import { Injectable } from '@nestjs/common';
import type { NetworkKind } from '../../networks/network.entity';
import type {
  AccountState,
  NamedPlace,
  ProviderAccount,
  ProviderAdapter,
} from '../providers.types';
import {
  toAmount,
  toObject,
  toObjects,
  toText,
  expectSuccess,
  splitLoginKey,
  ProviderOutcomeUnknown,
  ProviderHttp,
} from './provider-http';

const SECRET = 'the login or the password';
const BYTES_PER_GB = 2 ** 30;
const PAGE_SIZE = 100;
/** Each sub-user is a call; nobody needs as many for a shop's networks. */
const MAX_PAGES = 5;

/**
 * DataImpulse's reseller API. Traffic is used by sub-users, each of which has bytes in total and used; the sum of those
 * used is the running count. Of its lists of places the shape of that of the countries is known.
 */
@Injectable()
export class DataimpulseAdapter implements ProviderAdapter {
  readonly places = this;

  constructor(private readonly http: ProviderHttp) {}

  async readState(account: ProviderAccount): Promise<AccountState> {
    const { baseUrl } = account;
    const token = await this.signIn(account);
    let [used, left] = [0, 0];
    for (const id of await this.listSubUsers(baseUrl, token)) {
      const path = `/sub-user/balance/get?subuser_id=${encodeURIComponent(id)}`;
      const one = toObject(await this.call('GET', baseUrl + path, token));
      const [spent, rest] = [toAmount(one.balance_used), toAmount(one.balance)];
      if (spent === null || rest === null)
        throw new ProviderOutcomeUnknown('The traffic of a sub-user cannot be read.');
      used += spent;
      left += rest;
    }
    return {
      balanceMicros: null,
      leftGb: left / BYTES_PER_GB,
      count: { counter: 'used_bytes', amount: used },
    };
  }

  async listPlaces(account: ProviderAccount, kind: NetworkKind): Promise<NamedPlace[]> {
    const token = await this.signIn(account);
    const url = `${account.baseUrl}/common/locations/countries`;
    const rows = toObjects(await this.call('POST', url, token, { pool_type: kind }));
    const codes = rows.flatMap(({ country_code: code }) => toText(code) ?? []);
    if (codes.length === 0) throw new ProviderOutcomeUnknown('Its countries cannot be read.');
    return codes.map((code) => ({ level: 'country', country: code, name: '', providerName: code }));
  }

  private async listSubUsers(baseUrl: string, token: string): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const path = `/sub-user/list?limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`;
      const { subusers } = toObject(await this.call('GET', baseUrl + path, token));
      if (!Array.isArray(subusers))
        throw new ProviderOutcomeUnknown('Its sub-users cannot be read.');
      ids.push(...toObjects(subusers).flatMap(({ id }) => toText(id) ?? []));
      if (subusers.length < PAGE_SIZE) break;
    }
    return ids;
  }

  private async signIn({ baseUrl, apiKey }: ProviderAccount): Promise<string> {
    const form = new URLSearchParams({ ...splitLoginKey(apiKey) }).toString();
    const session = await this.call('POST', `${baseUrl}/user/token/get`, undefined, form);
    const token = toText(toObject(session).token);
    if (!token) throw new ProviderOutcomeUnknown('Its answer to the sign-in cannot be read.');
    return token;
  }

  private async call(method: 'GET' | 'POST', url: string, token?: string, body?: unknown) {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    return expectSuccess(await this.http.send({ method, url, headers, body }), SECRET);
  }
}
