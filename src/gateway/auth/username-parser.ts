import { AS_NUMBER, toAsCode } from '../../common/gateway/as-number';
import { ProxyError } from '../proxy-error';

/** Parameters inside the username. Undefined falls back to the proxy record. */
export interface UsernameRequest {
  username: string;
  /** Name of somebody whom the owner of the proxy has given credentials. */
  subUser?: string;
  session?: string;
  country?: string;
  region?: string;
  city?: string;
  /** A code, or `as` with the number of a network. */
  isp?: string;
  /** As in the proxy record: 0 as long as possible, -1 a new exit per request, n minutes. */
  ttlMinutes?: number;
}

const NAMES = /^(\w{1,64})(?:\.(\w{1,20}))?$/;
const KEYS = new Set(['session', 'cc', 'region', 'city', 'isp', 'asn', 'ttl']);
/** Location codes may contain hyphens, so they extend to the next key. */
const MULTI_PART_KEYS = new Set(['region', 'city', 'isp']);
const MAX_TTL_MINUTES = 1440;

const RULES: Record<string, { pattern: RegExp; rule: string }> = {
  session: { pattern: /^[A-Za-z0-9]{1,32}$/, rule: '1 to 32 letters and digits' },
  cc: { pattern: /^[A-Za-z]{2}$/, rule: 'a two-letter country code' },
  region: { pattern: /^[\w.-]{1,64}$/, rule: 'a region code' },
  city: { pattern: /^[\w.-]{1,64}$/, rule: 'a city code' },
  isp: { pattern: /^[\w.-]{1,64}$/, rule: 'an ISP code' },
  asn: { pattern: AS_NUMBER, rule: 'the number of a network, such as 37148' },
  ttl: { pattern: /^(\d{1,4}|rotate)$/, rule: 'minutes from 0 to 1440, or rotate' },
};

const bad = (sentence: string) => new ProxyError('AUTH_FAILED', sentence);

/**
 * Reads `<username>[.<sub-user>][-session-<id>][-cc-<iso2>][-region-<code>][-city-<code>][-isp-<code>|-asn-<n>][-ttl-<n>]`.
 *
 * - `<username>` has no hyphen and no dot, `<sub-user>` neither; the suffixes come in any order, each at most once.
 * - `session`: 1–32 letters or digits; every session name is sticky on its own.
 * - `cc`, `region`, `city`, `isp` or `asn`: narrow the location; never beyond the purchased location.
 * - `ttl`: 0 keeps the exit as long as possible, 1–1440 that many minutes, `rotate` changes it with
 *   every request.
 */
export function parseUsername(text: string): UsernameRequest {
  const [names = '', ...words] = text.split('-');
  const [, username, subUser] = NAMES.exec(names) ?? [];
  if (username === undefined) throw bad('The username is not well formed.');
  const found = new Map<string, string>();
  while (words.length > 0) {
    const key = (words.shift() ?? '').toLowerCase();
    if (!KEYS.has(key)) throw bad(`The username has an unknown part "${printable(key)}".`);
    if (found.has(key)) throw bad(`The username names ${key} twice.`);
    const value = [words.shift() ?? ''];
    while (MULTI_PART_KEYS.has(key) && words[0] !== undefined && !KEYS.has(words[0].toLowerCase()))
      value.push(words.shift() ?? '');
    found.set(key, checked(key, value.join('-')));
  }
  const asn = found.get('asn');
  if (asn !== undefined && found.has('isp'))
    throw bad('The username names isp and asn; an internet provider needs one of them.');
  const ttl = found.get('ttl');
  return {
    username,
    // Only with a value, so that the usual result keeps its shape.
    ...(subUser === undefined ? {} : { subUser: subUser.toLowerCase() }),
    session: found.get('session'),
    country: found.get('cc')?.toLowerCase(),
    region: found.get('region'),
    city: found.get('city'),
    isp: asn === undefined ? found.get('isp') : toAsCode(asn),
    ttlMinutes: ttl === undefined ? undefined : ttl === 'rotate' ? -1 : Number(ttl),
  };
}

function checked(key: string, value: string): string {
  const { pattern, rule } = RULES[key] ?? { pattern: /$^/, rule: '' };
  if (!pattern.test(value) || (key === 'ttl' && Number(value) > MAX_TTL_MINUTES))
    throw bad(`The ${key} in the username must be ${rule}.`);
  return value;
}

const printable = (word: string) => word.replace(/[^\w.]/g, '?').slice(0, 32);
