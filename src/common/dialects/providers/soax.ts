import type { Dialect } from '../dialect.types';

/** The account is the number of the package, the password its key. Lengths of sessions are in seconds. */
export const SOAX: Dialect = {
  id: 'soax',
  name: 'SOAX',
  usernameTemplate:
    'package-{user}[-country-{country|lower}][-region-{region|plus}][-city-{city|plus}][-isp-{isp|plus}]' +
    '[-sessionid-{session}[-sessionlength-{ttl|seconds}]]',
  passwordTemplate: '{pass}',
  account: /^(?:package-)?(?<user>\d+)$/,
  accountHint: 'Enter the number of the package, such as 12345',
  session: { alphabet: 'lower', length: 16, min: 1, max: 32 },
  ttl: { minMinutes: 1, maxMinutes: 1440 },
  protocols: ['http', 'socks5'],
  host: 'proxy.soax.com',
  ports: { http: 5000, socks5: 5000 },
  refusals: [],
  sources: ['helpcenter.soax.com, articles 6723733 and 7035059'],
};
