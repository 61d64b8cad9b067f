import { Injectable } from '@nestjs/common';
import type { AccountState, ProviderAccount, ProviderAdapter } from '../providers.types';
import { toAmount, toObject } from './answers';
import { expectSuccess } from './expect-success';
import { ProviderSilence } from './provider-errors';
import { ProviderHttp } from './provider-http';

/** IPRoyal's residential API: of an account it tells the gigabytes that are left. */
@Injectable()
export class IproyalAdapter implements ProviderAdapter {
  constructor(private readonly http: ProviderHttp) {}

  async readState({ baseUrl, apiKey }: ProviderAccount): Promise<AccountState> {
    const answer = await this.http.send({
      method: 'GET',
      url: `${baseUrl}/me`,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const left = toAmount(toObject(expectSuccess(answer, 'the API token')).available_traffic);
    if (left === null) throw new ProviderSilence('Its traffic cannot be read.');
    return { balanceMicros: null, leftGb: left, count: { counter: 'left_gb', amount: left } };
  }
}
