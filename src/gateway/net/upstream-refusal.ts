import type { RefusalMeaning } from '../../common/dialects/dialect';
import {
  ProxyError,
  SocksReply,
  type ProxyErrorReason,
  type ProxyStatusType,
} from '../proxy-error';

type ErrorArguments = [ProxyErrorReason, string?, SocksReply?, ProxyStatusType?];

const NO_ADDRESS =
  'No address is available in this location at the moment. Try again later, or choose another location.';
const NOT_ALLOWED = 'The network that this proxy leaves from does not allow this target.';

/** `unreachable`: its gateway did not take the connection. */
export type NetworkFailure = RefusalMeaning | 'unreachable';

/**
 * A network has failed, with what the customer is told if nothing else helps. That the shop's account is refused is
 * nothing that they could do anything about, so it is never a 407 or 403 of theirs.
 */
export class UpstreamRefusal extends ProxyError {
  constructor(
    readonly failure: NetworkFailure,
    toldAs: ErrorArguments = ['UPSTREAM_FAILED'],
  ) {
    super(...toldAs);
  }
}

export function toHttpRefusal(meaning: RefusalMeaning, status: number): UpstreamRefusal {
  if (meaning === 'place_empty') return new UpstreamRefusal(meaning, ['NO_EXIT', NO_ADDRESS]);
  if (meaning === 'target')
    return new UpstreamRefusal(meaning, [
      'TARGET_BLOCKED',
      NOT_ALLOWED,
      undefined,
      'http_request_denied',
    ]);
  if (meaning === 'retry' && status === 502)
    return new UpstreamRefusal(meaning, ['TARGET_UNREACHABLE']);
  if (meaning === 'retry' && (status === 504 || status === 522))
    return new UpstreamRefusal(meaning, ['TARGET_TIMEOUT']);
  return new UpstreamRefusal(meaning);
}

/** @param reply of RFC 1928 §6. */
export function toSocksRefusal(meaning: RefusalMeaning, reply: number): UpstreamRefusal {
  if (reply === 5)
    return new UpstreamRefusal(meaning, [
      'TARGET_UNREACHABLE',
      'The target refused the connection.',
      SocksReply.ConnectionRefused,
      'connection_refused',
    ]);
  if (meaning === 'target') return toHttpRefusal(meaning, 403);
  if (reply === 3 || reply === 4) return new UpstreamRefusal(meaning, ['TARGET_UNREACHABLE']);
  if (reply === 6) return new UpstreamRefusal(meaning, ['TARGET_TIMEOUT']);
  return new UpstreamRefusal(meaning);
}
