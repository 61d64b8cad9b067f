import { PLACE_LEVELS, type PlaceLevel } from '../../common/dialects/place-table';
import type { ProviderKind } from './providers.types';

export interface ProviderKindRules {
  readonly name: string;
  /** Of its API, without a slash at the end. */
  readonly baseUrl: string;
  /** What staff enter as the key. */
  readonly keyLabel: string;
  /** Whether addresses can be bought and prolonged. */
  readonly buys: boolean;
  /** Whether its addresses can be listed and replaced. */
  readonly lists: boolean;
  /** Of which places its API has lists. */
  readonly places: readonly PlaceLevel[];
}

export const PROVIDER_RULES: Readonly<Record<ProviderKind, ProviderKindRules>> = {
  proxy_seller: {
    name: 'Proxy-Seller',
    baseUrl: 'https://proxy-seller.com/personal/api/v2',
    keyLabel: 'API key',
    ...{ buys: true, lists: true, places: [] },
  },
  webshare: {
    name: 'Webshare',
    baseUrl: 'https://proxy.webshare.io',
    keyLabel: 'API key',
    ...{ buys: false, lists: true, places: [] },
  },
  dataimpulse: {
    name: 'DataImpulse',
    baseUrl: 'https://api.dataimpulse.com/reseller',
    keyLabel: 'Login and password of the API, with a colon between them',
    ...{ buys: false, lists: false, places: ['country'] },
  },
  evomi: {
    name: 'Evomi',
    baseUrl: 'https://reseller.evomi.com/v2',
    keyLabel: 'Reseller API key',
    ...{ buys: false, lists: false, places: PLACE_LEVELS },
  },
  iproyal: {
    name: 'IPRoyal',
    baseUrl: 'https://resi-api.iproyal.com/v1',
    keyLabel: 'API token',
    ...{ buys: false, lists: false, places: PLACE_LEVELS },
  },
  oxylabs: {
    name: 'Oxylabs',
    baseUrl: 'https://residential-api.oxylabs.io/v2',
    keyLabel: 'User name and password of the API, with a colon between them',
    ...{ buys: false, lists: false, places: [] },
  },
};
