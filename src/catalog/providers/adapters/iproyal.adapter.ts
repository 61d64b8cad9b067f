import { Injectable } from '@nestjs/common';
import type { PlaceLevel } from '../../../common/dialects/upstream-network';
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

/** IPRoyal's residential API: the gigabytes that are left of an account, and the places of its network. */
@Injectable()
export class IproyalAdapter implements ProviderAdapter {
  readonly places = this;

  constructor(private readonly http: ProviderHttp) {}

  async readState(account: ProviderAccount): Promise<AccountState> {
    const left = toAmount((await this.get(account, '/me')).available_traffic);
    if (left === null) throw new ProviderOutcomeUnknown('Its traffic cannot be read.');
    return { balanceMicros: null, leftGb: left, count: { counter: 'left_gb', amount: left } };
  }

  /** Cities stand below their country and below their states, internet providers below their cities. */
  async listPlaces(account: ProviderAccount): Promise<NamedPlace[]> {
    const { countries } = await this.get(account, '/access/countries');
    if (!Array.isArray(countries)) throw new ProviderOutcomeUnknown('Its places cannot be read.');
    return toObjects(countries).flatMap((row) => {
      const code = toText(row.code);
      if (!code) return [];
      const country: NamedPlace = { level: 'country', country: code, name: '', providerName: code };
      return [country, ...walk(row, code)];
    });
  }

  private async get({ baseUrl, apiKey }: ProviderAccount, path: string) {
    const answer = await this.http.send({
      ...{ method: 'GET', url: baseUrl + path, maxBytes: MAX_PLACES_BYTES },
      headers: { authorization: `Bearer ${apiKey}` },
    });
    return toObject(expectSuccess(answer, 'the API token'));
  }
}

const LEVELS: readonly (readonly [string, PlaceLevel])[] = [
  ['states', 'region'],
  ['cities', 'city'],
  ['isps', 'isp'],
];

/** What is listed below a country, a state or a city. */
const walk = (row: Record<string, unknown>, country: string): NamedPlace[] =>
  LEVELS.flatMap(([member, level]) =>
    toObjects(toObject(row[member]).options).flatMap((option) => {
      const [providerName, name] = [toText(option.code), toText(option.name)];
      if (!providerName || !name) return [];
      return [{ level, country, name, providerName }, ...walk(option, country)];
    }),
  );
