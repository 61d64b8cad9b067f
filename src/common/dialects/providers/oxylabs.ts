import type { Dialect } from '../dialect.types';

/** The word for a state is known for the USA only; there is none for internet providers. */
export const OXYLABS: Dialect = {
  id: 'oxylabs',
  name: 'Oxylabs',
  usernameTemplate:
    'customer-{user}[-cc-{country|upper}][-st-{region|us}][-city-{city|underscore}]' +
    '[-sessid-{session}][-sesstime-{ttl}]',
  passwordTemplate: '{pass}',
  account: /^(?:customer-)?(?<user>.+)$/,
  session: { alphabet: 'lower', length: 16, min: 1, max: 32 },
  ttl: { minMinutes: 1, maxMinutes: 30 },
  protocols: ['http', 'https', 'socks5'],
  host: 'pr.oxylabs.io',
  ports: { http: 7777, https: 7777, socks5: 7777 },
  refusals: [
    // The same status says that the target is not reached; only the description tells them apart.
    {
      status: [502],
      says: /exit node not found|exit not found|session failed/i,
      means: 'place_empty',
    },
    { status: [525], means: 'place_empty' },
  ],
  sources: [
    'developers.oxylabs.io/proxies/residential-proxies/making-requests',
    'developers.oxylabs.io/proxies/residential-proxies/session-control',
    'developers.oxylabs.io/proxies/residential-proxies/location-settings/select-state',
  ],
};
