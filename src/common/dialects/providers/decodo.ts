import type { Dialect } from '../dialect.types';

export const DECODO: Dialect = {
  id: 'decodo',
  name: 'Decodo',
  usernameTemplate:
    'user-{user}[-country-{country|lower}][-state-{region|us}][-city-{city|underscore}][-asn-{isp|asn}]' +
    '[-session-{session}[-sessionduration-{ttl}]]',
  passwordTemplate: '{pass}',
  account: /^(?:user-)?(?<user>.+)$/,
  session: { alphabet: 'lower', length: 16, min: 1, max: 32 },
  ttl: { minMinutes: 1, maxMinutes: 1440 },
  protocols: ['http', 'https', 'socks5'],
  host: 'gate.decodo.com',
  ports: { http: 7000, https: 7000, socks5: 7000 },
  refusals: [],
  sources: ['help.decodo.com/docs/residential-proxy-custom-sticky-sessions'],
};
