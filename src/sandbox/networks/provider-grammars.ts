/** What a backconnect gateway understands of a user name and password. Undefined: not asked for. */
export interface ParsedCredentials {
  account: string;
  country?: string;
  region?: string;
  city?: string;
  /** Its name, or the number of its network. */
  isp?: string;
  session?: string;
  ttl?: string;
}

const PLACE = '[a-z0-9]+';
const SNAKE = '[a-z0-9]+(?:_[a-z0-9]+)*';

/**
 * Patterns of the text `username:password`, with the account's own password `secret`.
 *
 * The user names that each provider's documentation allows, by hand and not from the templates. Case, alphabet, order
 * and length count; an unknown word is refused.
 */
const GRAMMARS: Readonly<Record<string, RegExp>> = {
  oxylabs: new RegExp(
    `^customer-(?<account>\\w+)(-cc-(?<country>[A-Z]{2}))?(-st-us_(?<region>${SNAKE}))?` +
      `(-city-(?<city>${SNAKE}))?(-sessid-(?<session>[A-Za-z0-9]+))?(-sesstime-(?<ttl>\\d+))?:secret$`,
  ),
  decodo: new RegExp(
    `^user-(?<account>\\w+)(-country-(?<country>[a-z]{2}))?(-state-us_(?<region>${SNAKE}))?` +
      `(-city-(?<city>${SNAKE}))?(-asn-(?<isp>\\d+))?` +
      `(-session-(?<session>[A-Za-z0-9]+))?(-sessionduration-(?<ttl>\\d+))?:secret$`,
  ),
  iproyal: new RegExp(
    `^(?<account>\\w+):secret(_country-(?<country>[a-z]{2}))?(_state-(?<region>${PLACE}))?` +
      `(_city-(?<city>${PLACE}))?(_isp-(?<isp>${PLACE}))?` +
      `(_session-(?<session>[A-Za-z0-9]{8}))?(_lifetime-(?<ttl>\\d+)m)?$`,
  ),
  bright_data: new RegExp(
    `^brd-customer-(?<account>\\w+-zone-\\w+?)(-country-(?<country>[a-z]{2}))?(-state-(?<region>[a-z]{2}))?` +
      `(-city-(?<city>${PLACE}))?(-asn-(?<isp>\\d+))?(-session-(?<session>[A-Za-z0-9]+))?:secret$`,
  ),
  soax: /^package-(?<account>\d+)(-country-(?<country>[a-z]{2}))?(-region-(?<region>[a-z0-9+]+))?(-city-(?<city>[a-z0-9+]+))?(-isp-(?<isp>[a-z0-9+]+))?(-sessionid-(?<session>[A-Za-z0-9]+))?(-sessionlength-(?<ttl>\d+))?:secret$/,
  dataimpulse:
    /^(?<account>[a-z0-9]+)(?:__(?=[a-z])(cr\.(?<country>[a-z]{2})(?:;|(?=:)))?(state\.(?<region>[a-z0-9]+)(?:;|(?=:)))?(city\.(?<city>[a-z0-9]+)(?:;|(?=:)))?(asn\.(?<isp>\d+)(?:;|(?=:)))?(sessid\.(?<session>[A-Za-z0-9]+)(?:;|(?=:)))?(sessttl\.(?<ttl>\d+))?(?<!;))?:secret$/,
  webshare: new RegExp(
    `^(?<account>\\w+)(-(?<country>[a-z]{2}))?(-city_(?<city>${SNAKE}))?` +
      `-((?<session>[1-9]\\d*)|rotate):secret$`,
  ),
  evomi:
    /^(?<account>\w+):secret(_country-(?<country>[A-Z]{2}))?(_region-(?<region>[a-z0-9.]+))?(_city-(?<city>[a-z0-9.]+))?(_isp-(?<isp>[a-z0-9]+(?:_[a-z0-9]+)*?))?(_asn-AS(?<asn>\d+))?(_session-(?<session>[A-Za-z0-9]{6,10}))?(_lifetime-(?<ttl>\d+))?$/,
  netnut:
    /^(?<account>\w+)-res(-(?<country>(?!gb)(?:[a-z]{2}|any))|_sc-(?<placeCountry>(?!gb)[a-z]{2})(?:_(?<region>[a-z0-9]+))?_(?<city>[a-z0-9]+))(-sid-(?<session>[1-9]\d{4,8}))?:secret$/,
  geonode:
    /^(?<account>\w+)(-country-(?<country>[A-Z]{2}))?(-asn-(?<asn>\d+))?(-session-(?<session>\w{1,25}))?(-lifetime-(?<ttl>\d+))?:secret$/,
};

export const GRAMMAR_IDS = Object.keys(GRAMMARS);

/** @returns null for credentials that the provider would refuse. */
export function parseCredentials(
  dialect: string,
  username: string,
  password: string,
): ParsedCredentials | null {
  const groups = GRAMMARS[dialect]?.exec(`${username}:${password}`)?.groups;
  if (!groups) return null;
  const country = groups.country ?? groups.placeCountry;
  return {
    account: groups.account ?? '',
    country: country === 'any' ? undefined : country,
    region: groups.region,
    city: groups.city,
    isp: groups.isp ?? groups.asn,
    session: groups.session,
    ttl: groups.ttl,
  };
}
