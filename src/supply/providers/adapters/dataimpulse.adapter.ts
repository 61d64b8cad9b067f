import { Injectable } from '@nestjs/common';
import type { AccountState, ProviderAccount, ProviderAdapter } from '../providers.types';
import { toAmount, toObject, toObjects, toText } from './answers';
import { expectSuccess } from './expect-success';
import { splitLoginKey } from './login-key';
import { ProviderSilence } from './provider-errors';
import { ProviderHttp } from './provider-http';

const SECRET = 'the login or the password';
const BYTES_PER_GB = 2 ** 30;
const PAGE_SIZE = 100;
/** Each sub-user is a call; nobody needs as many for a shop's networks. */
const MAX_PAGES = 5;

/**
 * DataImpulse's reseller API. Traffic is used by sub-users, each of which has bytes in total and used; the sum of those
 * used is the running count.
 */
@Injectable()
export class DataimpulseAdapter implements ProviderAdapter {
  constructor(private readonly http: ProviderHttp) {}

  async readState({ baseUrl, apiKey }: ProviderAccount): Promise<AccountState> {
    const { login, password } = splitLoginKey(apiKey);
    const form = new URLSearchParams({ login, password }).toString();
    const session = await this.call('POST', `${baseUrl}/user/token/get`, undefined, form);
    const token = toText(session.token);
    if (!token) throw new ProviderSilence('Its answer to the sign-in cannot be read.');
    let [used, left] = [0, 0];
    for (const id of await this.listSubUsers(baseUrl, token)) {
      const path = `/sub-user/balance/get?subuser_id=${encodeURIComponent(id)}`;
      const one = await this.call('GET', baseUrl + path, token);
      const [spent, rest] = [toAmount(one.balance_used), toAmount(one.balance)];
      if (spent === null || rest === null)
        throw new ProviderSilence('The traffic of a sub-user cannot be read.');
      used += spent;
      left += rest;
    }
    return {
      balanceMicros: null,
      leftGb: left / BYTES_PER_GB,
      count: { counter: 'used_bytes', amount: used },
    };
  }

  private async listSubUsers(baseUrl: string, token: string): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const path = `/sub-user/list?limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`;
      const { subusers } = await this.call('GET', baseUrl + path, token);
      if (!Array.isArray(subusers)) throw new ProviderSilence('Its sub-users cannot be read.');
      ids.push(...toObjects(subusers).flatMap(({ id }) => toText(id) ?? []));
      if (subusers.length < PAGE_SIZE) break;
    }
    return ids;
  }

  private async call(method: 'GET' | 'POST', url: string, token?: string, body?: string) {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    return toObject(expectSuccess(await this.http.send({ method, url, headers, body }), SECRET));
  }
}
