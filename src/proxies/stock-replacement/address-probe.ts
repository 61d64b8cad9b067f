import { urlToHttpOptions } from 'node:url';
import { fetchEcho } from '../../common/net/fetch-echo';
import { SECOND } from '../../common/time/clock';
import type { Connection } from '../connection-lists/connection-lists.types';
import { fetchEchoThroughProxy, ProxyTestFailure } from '../testing/echo-through-proxy';
import type { TestErrorCode } from '../testing/proxy-test.types';

const DIRECT_MS = 4 * SECOND;
/** Failures that say something about the address, if the echo can be reached without it. */
const CONCLUSIVE: ReadonlySet<TestErrorCode> = new Set([
  ...(['UPSTREAM_FAILED', 'TARGET_UNREACHABLE', 'TARGET_TIMEOUT'] as const),
  ...(['NO_EXIT', 'NO_ANSWER'] as const),
]);

/**
 * Uses a dedicated address as its owner's program would.
 * @returns `unknown` when the failure may be ours, such as a gateway or an echo that cannot be reached.
 */
export async function probeAddress(
  connection: Connection,
  echoUrl: string,
): Promise<'works' | 'dead' | 'unknown'> {
  try {
    await fetchEchoThroughProxy(connection, echoUrl);
    return 'works';
  } catch (error) {
    if (!(error instanceof ProxyTestFailure)) throw error;
    if (!CONCLUSIVE.has(error.reason.code)) return 'unknown';
  }
  return fetchEcho(urlToHttpOptions(new URL(echoUrl)), DIRECT_MS).then(
    () => 'dead',
    () => 'unknown',
  );
}
