import {
  type ProxyErrorReason,
  isProxyErrorReason,
  PROXY_ERROR_HELP,
  type ProxyErrorHelp,
} from '../../common/gateway/proxy-errors';
import { connect, type Socket } from 'node:net';
import { EchoError, type EchoAnswer, fetchEcho } from '../../common/net/fetch-echo';
import { SECOND } from '../../common/time/clock';
import type { Connection } from '../connection-lists/connections';
import { urlToHttpOptions } from 'node:url';

/** What a test finds beside the refusals of the gateway. */
export const TEST_ERRORS = ['GATEWAY_UNREACHABLE', 'NO_ANSWER', 'UNEXPECTED_ANSWER'] as const;
export type TestErrorCode = ProxyErrorReason | (typeof TEST_ERRORS)[number];

interface ProxyTestError extends ProxyErrorHelp {
  readonly code: TestErrorCode;
}

const CONNECT_MS = 5 * SECOND;
/** More than the gateway takes to try another exit. */
const ANSWER_MS = 20 * SECOND;

const TEST_HELP: Readonly<Record<(typeof TEST_ERRORS)[number], ProxyErrorHelp>> = {
  GATEWAY_UNREACHABLE: {
    cause: 'Our own server could not open a connection to the gateway of this proxy.',
    howToFix: 'This is our fault, not yours. Try again in a minute. If it lasts, contact support.',
  },
  NO_ANSWER: {
    cause: 'The gateway took the connection, but no answer came back in time.',
    howToFix: 'Try again. With a sticky session, rotate it to get another address.',
  },
  UNEXPECTED_ANSWER: {
    cause: 'The address that we test with gave an answer we do not understand.',
    howToFix: 'This is our fault, not yours. Your proxy does take connections; contact support.',
  },
};

/** A test that came to no answer. */
export class ProxyTestFailure extends Error {
  override name = 'ProxyTestFailure';

  constructor(readonly reason: ProxyTestError) {
    super(reason.cause);
  }
}

/**
 * Fetches the echo address as a customer's program would: by the proxy's public host and port, with its credentials.
 * Over HTTP, which both ports take and which states why a gateway refuses.
 * @throws ProxyTestFailure
 */
export async function fetchEchoThroughProxy(
  connection: Connection,
  echoUrl: string,
): Promise<EchoAnswer> {
  const { host, port, username, password } = connection;
  const socket = await open(host, port);
  try {
    const credentials = Buffer.from(`${username}:${password}`).toString('base64');
    return await fetchEcho(
      {
        createConnection: () => socket,
        path: echoUrl,
        headers: {
          host: new URL(echoUrl).host,
          connection: 'close',
          'proxy-authorization': `Basic ${credentials}`,
        },
      },
      ANSWER_MS,
    );
  } catch (error) {
    if (!(error instanceof EchoError)) throw error;
    throw new ProxyTestFailure(explain(error));
  } finally {
    socket.destroy();
  }
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: CONNECT_MS });
    const fail = () => {
      socket.destroy();
      reject(new ProxyTestFailure(toTestError('GATEWAY_UNREACHABLE')));
    };
    socket.once('error', fail).once('timeout', fail);
    socket.once('connect', () => {
      socket.off('error', fail).off('timeout', fail).setTimeout(0);
      resolve(socket);
    });
  });
}

function explain({ status, proxyError }: EchoError): ProxyTestError {
  if (proxyError !== null && isProxyErrorReason(proxyError))
    return { code: proxyError, ...PROXY_ERROR_HELP[proxyError] };
  return toTestError(status === null ? 'NO_ANSWER' : 'UNEXPECTED_ANSWER');
}

const toTestError = (code: keyof typeof TEST_HELP): ProxyTestError => ({
  code,
  ...TEST_HELP[code],
});

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
