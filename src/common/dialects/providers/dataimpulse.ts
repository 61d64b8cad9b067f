import type { Dialect } from '../dialect.types';

/** A region, a city or an AS number doubles the price of the traffic. */
export const DATAIMPULSE: Dialect = {
  id: 'dataimpulse',
  name: 'DataImpulse',
  usernameTemplate:
    '{user}<__;[cr.{country|lower}][state.{region|squash}][city.{city|squash}][asn.{isp|asn}]' +
    '[sessid.{session}][sessttl.{ttl}]>',
  passwordTemplate: '{pass}',
  session: { alphabet: 'lower', length: 16, min: 1, max: 32 },
  ttl: { minMinutes: 1, maxMinutes: 120 },
  protocols: ['http', 'socks5'],
  host: 'gw.dataimpulse.com',
  ports: { http: 823, socks5: 824 },
  refusals: [
    { says: /NO_RAY/, means: 'place_empty' },
    {
      says: /NO_USER|TRAFFIC_EXHAUSTED|THREADS_EXHAUSTED|PORT_NOT_ALLOWED|USER_BLOCKED/,
      means: 'our_account',
    },
    { says: /SITE_PERMANENTLY_BLOCKED|HOST_BLOCKED|PORT_BLOCKED/, means: 'target' },
    { status: [503], means: 'place_empty' },
  ],
  sources: [
    'docs.dataimpulse.com/proxies/parameters/session-id',
    'docs.dataimpulse.com/proxies/parameters/session-interval',
  ],
};
