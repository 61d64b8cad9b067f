import type { Dialect } from './dialect';

/**
 * The word for a state is known for the USA only; there is none for internet providers. The one for an AS number is left
 * out: beside a country it has no effect.
 */
export const OXYLABS: Dialect = {
  id: 'oxylabs',
  name: 'Oxylabs',
  usernameTemplate:
    'customer-{user}[-cc-{country|upper}][-st-{region|us}][-city-{city|underscore}]' +
    '[-sessid-{session}][-sesstime-{ttl}]',
  passwordTemplate: '{pass}',
  account: /^(?:customer-)?(?<user>.+)$/,
  session: { alphabet: 'lower', length: 16, min: 1, max: 32 },
  ttl: { minMinutes: 1, maxMinutes: 30 },
  protocols: ['http', 'https', 'socks5'],
  host: 'pr.oxylabs.io',
  ports: { http: 7777, https: 7777, socks5: 7777 },
  refusals: [
    // The same status says that the target is not reached; only the description tells them apart.
    {
      status: [502],
      says: /exit node not found|exit not found|session failed/i,
      means: 'place_empty',
    },
    { status: [525], means: 'place_empty' },
  ],
  sources: [
    'developers.oxylabs.io/proxies/residential-proxies/making-requests',
    'developers.oxylabs.io/proxies/residential-proxies/session-control',
    'developers.oxylabs.io/proxies/residential-proxies/location-settings/select-state',
  ],
};

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

/** A session keeps its address although the place changes, so the place has to be part of the session. */
export const EVOMI: Dialect = {
  id: 'evomi',
  name: 'Evomi',
  usernameTemplate: '{user}',
  passwordTemplate:
    '{pass}[_country-{country|upper}][_region-{region|dot}][_city-{city|dot}][_isp-{isp|underscore}]' +
    '[_asn-AS{asn}][_session-{session}[_lifetime-{ttl}]]',
  session: { alphabet: 'letters', length: 10, min: 6, max: 10 },
  ttl: { minMinutes: 1, maxMinutes: 120 },
  protocols: ['http', 'socks5'],
  host: 'rp.evomi.com',
  ports: { http: 1000, socks5: 1002 },
  refusals: [],
  sources: [
    'docs.evomi.com/proxy-instructions/residential-proxies',
    'docs.evomi.com/proxy-instructions/residential-proxies/expert-settings/asn',
  ],
};

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

/** Of places within a country only AS numbers have a word. */
export const GEONODE: Dialect = {
  id: 'geonode',
  name: 'Geonode',
  usernameTemplate:
    '{user}[-country-{country|upper}][-asn-{asn}][-session-{session}[-lifetime-{ttl}]]',
  passwordTemplate: '{pass}',
  session: { alphabet: 'letters', length: 20, min: 1, max: 25 },
  ttl: { minMinutes: 3, maxMinutes: 1440 },
  protocols: ['http', 'socks5'],
  host: 'proxy.geonode.io',
  ports: {},
  refusals: [],
  sources: ['docs.geonode.com', 'docs.geonode.com/docs/api-reference/geo-targeting/get-isp'],
};

/** Any other provider: its templates are those of the network. */
export const CUSTOM: Dialect = {
  id: 'custom',
  name: 'Custom',
  usernameTemplate: '',
  passwordTemplate: '{pass}',
  session: { alphabet: 'lower', length: 16, min: 1, max: 64 },
  ttl: { minMinutes: 1, maxMinutes: 1440 },
  protocols: ['http', 'https', 'socks5'],
  host: null,
  ports: {},
  refusals: [],
  sources: [],
};

/** Ids are stored: never rename one. */
export const DIALECTS: readonly Dialect[] = [
  ...[OXYLABS, DECODO, IPROYAL, BRIGHT_DATA, SOAX, DATAIMPULSE, WEBSHARE, EVOMI, NETNUT, GEONODE],
  CUSTOM,
];

export const DIALECT_IDS = DIALECTS.map(({ id }) => id);

export const findDialect = (id: string): Dialect | undefined =>
  DIALECTS.find((dialect) => dialect.id === id);
