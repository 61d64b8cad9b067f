import type { TemplateValues } from '../../src/common/dialects/dialect';

/** A user name or password that the provider's documentation shows for the values. */
export interface DialectExample {
  readonly dialect: string;
  readonly field: 'username' | 'password';
  readonly values: TemplateValues;
  readonly expected: string;
  readonly source: string;
  /** For a provider that has no dialect: how its documentation translates into a template. */
  readonly template?: string;
}

const oxylabs = { dialect: 'oxylabs', field: 'username' } as const;
const brightData = { dialect: 'bright_data', field: 'username' } as const;
const soax = { dialect: 'soax', field: 'username' } as const;
const dataimpulse = { dialect: 'dataimpulse', field: 'username' } as const;
const webshare = { dialect: 'webshare', field: 'username' } as const;
const netnut = { dialect: 'netnut', field: 'username' } as const;

export const DIALECT_EXAMPLES: readonly DialectExample[] = [
  {
    ...oxylabs,
    values: { user: 'USERNAME', country: 'de', session: 'abcd1234' },
    expected: 'customer-USERNAME-cc-DE-sessid-abcd1234',
    source: 'developers.oxylabs.io, session control',
  },
  {
    ...oxylabs,
    values: { user: 'USERNAME', country: 'us', city: 'CITY', session: 'abcde12345', ttl: 5 },
    // The documentation writes CITY; cities are case-insensitive.
    expected: 'customer-USERNAME-cc-US-city-city-sessid-abcde12345-sesstime-5',
    source: 'developers.oxylabs.io, making requests',
  },
  {
    ...oxylabs,
    values: { user: 'USERNAME', country: 'gb', city: 'London' },
    expected: 'customer-USERNAME-cc-GB-city-london',
    source: 'developers.oxylabs.io, getting started',
  },
  {
    ...oxylabs,
    values: { user: 'USERNAME', country: 'us', region: 'California', city: 'Los Angeles' },
    expected: 'customer-USERNAME-cc-US-st-us_california-city-los_angeles',
    source: 'developers.oxylabs.io, select state (st-us_california-city-los_angeles)',
  },
  {
    dialect: 'decodo',
    field: 'username',
    values: { user: 'username', country: 'us', session: 'abc123' },
    expected: 'user-username-country-us-session-abc123',
    source: 'help.decodo.com, residential proxy quick start',
  },
  {
    dialect: 'evomi',
    field: 'password',
    values: { pass: 'testpassword', country: 'de', asn: '3320' },
    expected: 'testpassword_country-DE_asn-AS3320',
    source: 'docs.evomi.com, expert settings, ASN',
  },
  {
    dialect: 'geonode',
    field: 'username',
    values: { user: 'geonode_user123', country: 'us', asn: '7849' },
    // The documentation has <ASN_NUMBER> for the number, and the type of the address, which is left out, before the country.
    expected: 'geonode_user123-country-US-asn-7849',
    source: 'docs.geonode.com, perform ISP/ASN targeting',
  },
  {
    dialect: 'iproyal',
    field: 'password',
    values: { pass: 'pass', country: 'br', session: 'sgn34f3e', ttl: 10 },
    expected: 'pass_country-br_session-sgn34f3e_lifetime-10m',
    source: 'docs.iproyal.com, rotation',
  },
  {
    ...brightData,
    values: { user: 'ID', zone: 'ZONE', country: 'us' },
    expected: 'brd-customer-ID-zone-ZONE-country-us',
    source: 'docs.brightdata.com, FAQ',
  },
  {
    ...brightData,
    values: { user: 'ID', zone: 'ZONE', country: 'us', city: 'San Francisco' },
    expected: 'brd-customer-ID-zone-ZONE-country-us-city-sanfrancisco',
    source: 'docs.brightdata.com, country targeting',
  },
  {
    ...soax,
    values: { user: '12345', country: 'us', session: 'abc', ttl: 1.5 },
    expected: 'package-12345-country-us-sessionid-abc-sessionlength-90',
    source: 'helpcenter.soax.com, article 7035059',
  },
  {
    ...soax,
    values: { user: '1', country: 'us', city: 'New York' },
    expected: 'package-1-country-us-city-new+york',
    source: 'helpcenter.soax.com, article 6723733',
  },
  {
    ...dataimpulse,
    values: { user: 'login', country: 'au', session: '123' },
    expected: 'login__cr.au;sessid.123',
    source: 'docs.dataimpulse.com, session id',
  },
  {
    ...dataimpulse,
    values: { user: 'login', country: 'fr', ttl: 60 },
    expected: 'login__cr.fr;sessttl.60',
    source: 'docs.dataimpulse.com, session interval',
  },
  {
    ...dataimpulse,
    values: { user: 'login', session: '123' },
    expected: 'login__sessid.123',
    source: 'docs.dataimpulse.com, session id (no separator before the first)',
  },
  {
    ...webshare,
    values: { user: 'myuser', country: 'us', session: '0' },
    expected: 'myuser-us-10000',
    source: 'apidocs.webshare.io, proxy connection (a numeric id)',
  },
  {
    ...webshare,
    values: { user: 'myuser', country: 'us', city: 'Los Angeles' },
    expected: 'myuser-us-city_los_angeles-rotate',
    source: 'github.com/webshare-go, proxyurl.go',
  },
  {
    dialect: 'evomi',
    field: 'password',
    values: { pass: 'testpassword', country: 'us' },
    expected: 'testpassword_country-US',
    source: 'docs.evomi.com, country',
  },
  {
    dialect: 'evomi',
    field: 'password',
    values: { pass: 'testpassword', city: 'New York' },
    expected: 'testpassword_city-new.york',
    source: 'docs.evomi.com, city',
  },
  {
    ...netnut,
    values: { user: 'USERNAME', country: 'nl' },
    expected: 'USERNAME-res-nl',
    source: 'help.netnut.io, initial setup',
  },
  {
    ...netnut,
    values: { user: 'USERNAME', country: 'gb' },
    expected: 'USERNAME-res-uk',
    source: 'help.netnut.io, initial setup (uk, not gb)',
  },
  {
    ...netnut,
    values: { user: 'USERNAME', country: 'us', region: 'Alabama', city: 'Birmingham' },
    expected: 'USERNAME-res_sc-us_alabama_birmingham',
    source: 'help.netnut.io, request parameters',
  },
  {
    ...netnut,
    values: { user: 'USERNAME', country: 'nl', city: 'Amsterdam' },
    expected: 'USERNAME-res_sc-nl_amsterdam',
    source: 'help.netnut.io, request parameters',
  },
  {
    dialect: 'geonode',
    field: 'username',
    values: { user: 'geonode_user123', session: 'someRandomString' },
    expected: 'geonode_user123-session-someRandomString',
    source: 'docs.geonode.com',
  },
  {
    dialect: 'custom',
    field: 'username',
    template: '{user}-peer-{country|lower}[-sid-{session}-rot-sticky][!session:-rot-ondemand]',
    values: { user: 'psx_acme', country: 'us', session: 'cust_8f3a21bd' },
    expected: 'psx_acme-peer-us-sid-cust_8f3a21bd-rot-sticky',
    source: 'github.com/bolivian-peru/proxy-reseller-kit, USERNAME-DSL.md',
  },
];
