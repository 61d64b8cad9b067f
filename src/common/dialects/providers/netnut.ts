import type { Dialect } from '../dialect.types';

/**
 * Sessions are numbers of five to nine digits, and the United Kingdom is uk. A region needs a city.
 * Places are joined with underscores, so that there can be none in their names.
 */
export const NETNUT: Dialect = {
  id: 'netnut',
  name: 'NetNut',
  usernameTemplate:
    '{user}[-res_sc-{country|lower|uk}[_{region|squash}]_{city|squash}]' +
    '[!city:-res-{country:any|lower|uk}][-sid-{session}]',
  passwordTemplate: '{pass}',
  session: { alphabet: 'digits', from: 10_000, to: 999_999_999 },
  ttl: null,
  protocols: ['http', 'socks5'],
  host: 'gw.netnut.net',
  ports: { http: 5959, socks5: 5959 },
  refusals: [{ status: [490], means: 'place_empty' }],
  sources: ['help.netnut.io, initial setup and request parameters'],
};
