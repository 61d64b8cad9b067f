import type { RefusalMeaning } from '../../../src/common/dialects/dialect';

export interface DocumentedRefusal {
  dialect: string;
  /** Reason of the status line after the status. */
  status: string;
  fields?: string[];
  body?: string;
  means: RefusalMeaning;
}

const of = (
  dialect: string,
  means: RefusalMeaning,
  ...all: [status: string, ...fields: string[]][]
): DocumentedRefusal[] => all.map(([status, ...fields]) => ({ dialect, means, status, fields }));

const statuses = (dialect: string, means: RefusalMeaning, ...all: number[]) =>
  of(dialect, means, ...all.map((status): [string] => [`${status} Refused`]));

/** What the providers' pages on errors list, by what it means. */
export const DOCUMENTED_REFUSALS: DocumentedRefusal[] = [
  ...of(
    'oxylabs',
    'our_account',
    ['407 Proxy Authentication Required'],
    ['407 Proxy Authentication Required', 'X-Error-Description: Traffic limit reached'],
  ),
  ...of(
    'oxylabs',
    'place_empty',
    ['502 Bad Gateway', 'X-Error-Description: Exit node not found'],
    ['502 Bad Gateway', 'X-Error-Description: Session failed'],
    ['525 No Exit Found'],
  ),
  ...of('oxylabs', 'target', [
    '403 Forbidden',
    'X-Error-Description: Access denied: restricted target',
  ]),
  ...statuses('oxylabs', 'retry', 500, 502, 504, 522),
  ...of(
    'dataimpulse',
    'our_account',
    ['407 NO_USER'],
    ['407 TRAFFIC_EXHAUSTED'],
    ['407 THREADS_EXHAUSTED'],
    ['407 PORT_NOT_ALLOWED'],
    ['407 USER_BLOCKED'],
  ),
  ...of('dataimpulse', 'place_empty', ['503 NO_RAY'], ['400 NO_RAY']),
  { dialect: 'dataimpulse', status: '400 Bad Request', body: 'NO_RAY', means: 'place_empty' },
  ...of(
    'dataimpulse',
    'target',
    ['403 SITE_PERMANENTLY_BLOCKED'],
    ['403 HOST_BLOCKED'],
    ['403 PORT_BLOCKED'],
  ),
  ...of('dataimpulse', 'retry', ['500 Internal Server Error'], ['502 NO_HOST_CONNECTION']),
  ...statuses('iproyal', 'our_account', 407),
  ...of('iproyal', 'place_empty', ['503 No Exits Available']),
  ...of('iproyal', 'retry', ['500 Internal Server Error'], ['504 Exit Connection Failed']),
  ...of(
    'bright_data',
    'our_account',
    [
      '407 Proxy Authentication Required',
      'x-brd-err-code: client_10000',
      'x-brd-err-msg: wrong_password',
    ],
    ['407 Proxy Authentication Required', 'x-brd-err-msg: zone_not_found'],
    ['402 Payment Required'],
    ['400 Bad Request', 'Proxy-Status: brd; error=http_request_denied; details="wrong_password"'],
  ),
  ...of(
    'bright_data',
    'place_empty',
    ['502 Bad Gateway', 'x-brd-err-code: no_peers'],
    ['502 Bad Gateway', 'Proxy-Status: brd; error=proxy_internal_error; details="proxy_no_peer"'],
  ),
  ...of('bright_data', 'target', ['403 Forbidden', 'x-brd-err-code: policy_20130']),
  ...of('bright_data', 'retry', ['504 Gateway Timeout', 'x-brd-err-code: target_timeout']),
  ...statuses('netnut', 'our_account', 407),
  ...statuses('netnut', 'place_empty', 490),
  ...statuses('netnut', 'target', 403),
  ...statuses('netnut', 'retry', 500, 502, 503, 522),
  ...of(
    'webshare',
    'our_account',
    ['407 Proxy Authentication Required'],
    ['400 Bad Request', 'X-Webshare-Error-Reason: type=configuration; invalid country'],
  ),
  ...of('webshare', 'retry', [
    '502 Bad Gateway',
    'X-Webshare-Error-Reason: type=connection; timeout',
  ]),
  ...['evomi', 'soax', 'decodo', 'geonode', 'custom'].flatMap((dialect) => [
    ...statuses(dialect, 'our_account', 407),
    ...statuses(dialect, 'target', 403),
    ...statuses(dialect, 'retry', 500, 502, 503, 504),
  ]),
];

/** As the provider's gateway sends it. */
export function writeRefusal({ status, fields = [], body = '' }: DocumentedRefusal): string {
  const length = `Content-Length: ${body.length}`;
  return [`HTTP/1.1 ${status}`, ...fields, length, '', body].join('\r\n');
}
