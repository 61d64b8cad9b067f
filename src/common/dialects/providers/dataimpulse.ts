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
  sources: [
    'docs.dataimpulse.com/proxies/parameters/session-id',
    'docs.dataimpulse.com/proxies/parameters/session-interval',
  ],
};
