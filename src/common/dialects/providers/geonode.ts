import type { Dialect } from '../dialect.types';

/** It has no words for places within a country that are documented. */
export const GEONODE: Dialect = {
  id: 'geonode',
  name: 'Geonode',
  usernameTemplate: '{user}[-country-{country|upper}][-session-{session}[-lifetime-{ttl}]]',
  passwordTemplate: '{pass}',
  session: { alphabet: 'letters', length: 20, min: 1, max: 25 },
  ttl: { minMinutes: 3, maxMinutes: 1440 },
  protocols: ['http', 'socks5'],
  host: 'proxy.geonode.io',
  ports: {},
  refusals: [],
  sources: ['docs.geonode.com'],
};
