import type { Dialect } from '../dialect.types';

/** The account is the customer and the zone, as the control panel writes them in one user name. */
export const BRIGHT_DATA: Dialect = {
  id: 'bright_data',
  name: 'Bright Data',
  usernameTemplate:
    'brd-customer-{user}-zone-{zone}[-country-{country|lower}][-state-{region|state}][-city-{city|squash}]' +
    '[-asn-{isp|asn}][-session-{session}]',
  passwordTemplate: '{pass}',
  account: /^brd-customer-(?<user>[^-]+)-zone-(?<zone>[^-]+)$/,
  accountHint: 'Enter the user name of the zone: brd-customer-ID-zone-ZONE',
  session: { alphabet: 'lower', length: 16, min: 1, max: 32 },
  ttl: null,
  protocols: ['http', 'https', 'socks5'],
  host: 'brd.superproxy.io',
  ports: { http: 33335, https: 33335, socks5: 22228 },
  refusals: [
    { says: /no_peers|proxy_no_peer/, means: 'place_empty' },
    { says: /wrong_password|zone_not_found/, means: 'our_account' },
  ],
  sources: [
    'docs.brightdata.com/proxy-networks/config-options',
    'docs.brightdata.com/api-reference/proxy/country_targeting',
  ],
};
