import { Injectable } from '@nestjs/common';
import type { AccountState, ProviderAccount, ProviderAdapter } from '../providers.types';
import {
  toAmount,
  toObject,
  toText,
  expectSuccess,
  splitLoginKey,
  ProviderOutcomeUnknown,
  ProviderHttp,
} from './provider-http';

const SECRET = 'the user name or the password';

/** Oxylabs' residential API v2: it tells the gigabytes of the current month, and their limit if there is one. */
@Injectable()
export class OxylabsAdapter implements ProviderAdapter {
  constructor(private readonly http: ProviderHttp) {}

  async readState({ baseUrl, apiKey }: ProviderAccount): Promise<AccountState> {
    const { login, password } = splitLoginKey(apiKey);
    const basic = Buffer.from(`${login}:${password}`).toString('base64');
    const session = await this.call('POST', `${baseUrl}/login`, `Basic ${basic}`);
    const [id, token] = [toText(session.user_id), toText(session.token)];
    if (!id || !token)
      throw new ProviderOutcomeUnknown('Its answer to the sign-in cannot be read.');
    const path = `/users/${encodeURIComponent(id)}/client-stats`;
    const stats = await this.call('GET', baseUrl + path, `Bearer ${token}`);
    const [used, limit] = [toAmount(stats.traffic), toAmount(stats.traffic_limit)];
    if (used === null) throw new ProviderOutcomeUnknown('Its traffic cannot be read.');
    return {
      balanceMicros: null,
      leftGb: limit === null ? null : Math.max(limit - used, 0),
      count: { counter: 'used_gb', amount: used },
    };
  }

  private async call(method: 'GET' | 'POST', url: string, authorization: string) {
    const answer = await this.http.send({ method, url, headers: { authorization } });
    return toObject(expectSuccess(answer, SECRET));
  }
}
