import type { Dialect } from '../dialect.types';

/** Session names have exactly eight letters and digits. */
export const IPROYAL: Dialect = {
  id: 'iproyal',
  name: 'IPRoyal',
  usernameTemplate: '{user}',
  passwordTemplate:
    '{pass}[_country-{country|lower}][_state-{region|squash}][_city-{city|squash}][_isp-{isp|squash}]' +
    '[_session-{session}[_lifetime-{ttl}m]]',
  session: { alphabet: 'letters', length: 8, min: 8, max: 8 },
  ttl: { minMinutes: 1, maxMinutes: 10_080 },
  protocols: ['http', 'socks5'],
  host: 'geo.iproyal.com',
  ports: { http: 12321, socks5: 32325 },
  refusals: [{ status: [503], means: 'place_empty' }],
  sources: [
    'docs.iproyal.com/proxies/residential/proxy/rotation',
    'docs.iproyal.com/proxies/residential/proxy/location',
  ],
};
