import type { Dialect } from '../dialect.types';

/** A session keeps its address although the place changes, so the place has to be part of the session. */
export const EVOMI: Dialect = {
  id: 'evomi',
  name: 'Evomi',
  usernameTemplate: '{user}',
  passwordTemplate:
    '{pass}[_country-{country|upper}][_region-{region|dot}][_city-{city|dot}][_isp-{isp|underscore}]' +
    '[_session-{session}[_lifetime-{ttl}]]',
  session: { alphabet: 'letters', length: 10, min: 6, max: 10 },
  ttl: { minMinutes: 1, maxMinutes: 120 },
  protocols: ['http', 'socks5'],
  host: 'rp.evomi.com',
  ports: { http: 1000, socks5: 1002 },
  refusals: [],
  sources: ['docs.evomi.com/proxy-instructions/residential-proxies'],
};
