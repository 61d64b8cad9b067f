import { Injectable } from '@nestjs/common';
import type { PlaceLevel } from '../../../common/dialects/upstream-network';
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
  ProviderOutcomeUnknown,
  MAX_PLACES_BYTES,
  ProviderHttp,
} from './provider-http';

const MB_PER_GB = 1000;
/** Those that are sold through networks: others may have traffic of their own, which is used elsewhere. */
const PRODUCTS = ['residential', 'mobile'] as const;

/** Evomi's reseller API v2: the megabytes that are left of each product of an account, and the places of each. */
@Injectable()
export class EvomiAdapter implements ProviderAdapter {
  readonly places = this;

  constructor(private readonly http: ProviderHttp) {}

  async readState(account: ProviderAccount): Promise<AccountState> {
    const products = toObject((await this.get(account, '/reseller/my_info')).products);
    const balances = PRODUCTS.map((product) => toAmount(toObject(products[product]).balance));
    const known = balances.filter((balance) => balance !== null);
    if (known.length === 0) throw new ProviderOutcomeUnknown('Its traffic cannot be read.');
    const left = known.reduce((sum, balance) => sum + balance, 0) / MB_PER_GB;
    return { balanceMicros: null, leftGb: left, count: { counter: 'left_gb', amount: left } };
  }

  /** Regions are listed with their countries for some accounts only; without one they are left out. */
  async listPlaces(account: ProviderAccount, kind: NetworkKind): Promise<NamedPlace[]> {
    const data = await this.get(account, '/reseller/proxy_settings');
    const { countries, regions, cities, isp } = toObject(data[kind]);
    const codes = Object.keys(toObject(countries));
    if (codes.length === 0) throw new ProviderOutcomeUnknown('Its places cannot be read.');
    const isps = Object.entries(toObject(isp)).map(([name, one]) => {
      const { value, countryCode } = toObject(one);
      return { id: value, name, country_code: countryCode };
    });
    return [
      ...codes.map((code) => ({
        ...{ level: 'country' as const, country: code, name: '', providerName: code },
      })),
      ...toPlaces('region', toObjects(toObject(regions).data)),
      ...toPlaces('city', toObjects(toObject(cities).data)),
      ...toPlaces('isp', isps),
    ];
  }

  private async get({ baseUrl, apiKey }: ProviderAccount, path: string) {
    const answer = await this.http.send({
      ...{ method: 'GET', url: baseUrl + path, headers: { 'x-api-key': apiKey } },
      maxBytes: MAX_PLACES_BYTES,
    });
    return toObject(toObject(expectSuccess(answer, 'the API key')).data);
  }
}

const toPlaces = (level: PlaceLevel, rows: readonly Record<string, unknown>[]): NamedPlace[] =>
  rows.flatMap((row) => {
    const [country, name] = [toText(row.country_code ?? row.countryCode), toText(row.name)];
    if (!country || !name) return [];
    return { level, country, name, providerName: toText(row.id) ?? name };
  });
