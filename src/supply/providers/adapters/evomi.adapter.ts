import { Injectable } from '@nestjs/common';
import type { AccountState, ProviderAccount, ProviderAdapter } from '../providers.types';
import { toAmount, toObject } from './answers';
import { expectSuccess } from './expect-success';
import { ProviderSilence } from './provider-errors';
import { ProviderHttp } from './provider-http';

const MB_PER_GB = 1000;
/** Those that are sold through networks: others may have traffic of their own, which is used elsewhere. */
const PRODUCTS = ['residential', 'mobile'] as const;

/** Evomi's reseller API v2: of an account it tells the megabytes that are left of each product. */
@Injectable()
export class EvomiAdapter implements ProviderAdapter {
  constructor(private readonly http: ProviderHttp) {}

  async readState({ baseUrl, apiKey }: ProviderAccount): Promise<AccountState> {
    const answer = await this.http.send({
      method: 'GET',
      url: `${baseUrl}/reseller/my_info`,
      headers: { 'x-api-key': apiKey },
    });
    const { data } = toObject(expectSuccess(answer, 'the API key'));
    const products = toObject(toObject(data).products);
    const balances = PRODUCTS.map((product) => toAmount(toObject(products[product]).balance));
    const known = balances.filter((balance) => balance !== null);
    if (known.length === 0) throw new ProviderSilence('Its traffic cannot be read.');
    const left = known.reduce((sum, balance) => sum + balance, 0) / MB_PER_GB;
    return { balanceMicros: null, leftGb: left, count: { counter: 'left_gb', amount: left } };
  }
}
