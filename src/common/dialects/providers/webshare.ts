import type { Dialect } from '../dialect.types';

/** Sessions are numbers. Without one the name ends in -rotate. It has no words for regions and internet providers. */
export const WEBSHARE: Dialect = {
  id: 'webshare',
  name: 'Webshare',
  usernameTemplate:
    '{user}[-{country|lower}][-city_{city|underscore}][-{session}][!session:-rotate]',
  passwordTemplate: '{pass}',
  session: { alphabet: 'digits', from: 10_000, to: 999_999_999 },
  ttl: null,
  protocols: ['http', 'socks5'],
  host: 'p.webshare.io',
  ports: { http: 80, socks5: 1080 },
  refusals: [
    { says: /x-webshare-[^\n]*configuration/i, means: 'our_account' },
    { says: /x-webshare-[^\n]*connection/i, means: 'retry' },
  ],
  sources: ['apidocs.webshare.io/proxy-connection'],
};
