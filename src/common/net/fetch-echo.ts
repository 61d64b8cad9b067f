import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { canonicalAddress } from './addresses';

const MAX_BYTES = 16 * 1024;
/** Fields in which services that tell a caller's address put it. */
const ADDRESS_FIELDS = ['ip', 'origin', 'query', 'address', 'ip_address'];
const COUNTRY_FIELDS = ['country', 'countryCode', 'country_code', 'country_iso'];

/** What an echo address answers its caller. */
export interface EchoAnswer {
  readonly ip: string;
  /** Lower case; null when the answer states none. */
  readonly country: string | null;
}

/** The echo answered, or a proxy before it, but with no address. The message has no secret. */
export class EchoError extends Error {
  override name = 'EchoError';

  constructor(
    message: string,
    /** HTTP status of the answer; null without one. */
    readonly status: number | null = null,
    /** The header `X-Proxy-Error` of our gateways. */
    readonly proxyError: string | null = null,
  ) {
    super(message);
  }
}

/** Fetches an echo address with GET, over a given connection or through an HTTP proxy. */
export async function fetchEcho(options: RequestOptions, timeoutMs: number): Promise<EchoAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let response: IncomingMessage;
  let body: string;
  try {
    response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ ...options, signal }, resolve)
        .on('error', reject)
        .end();
    });
    body = await readBody(response);
  } catch (error) {
    if (error instanceof EchoError) throw error;
    throw new EchoError(
      signal.aborted ? 'The echo did not answer in time.' : 'The connection was interrupted.',
    );
  }
  const status = response.statusCode ?? 0;
  if (status !== 200) {
    const refusal = response.headers['x-proxy-error'];
    throw new EchoError(
      `The echo answered with status ${status}.`,
      status,
      typeof refusal === 'string' && /^[A-Z_]{1,40}$/.test(refusal) ? refusal : null,
    );
  }
  const answer = parseEcho(body);
  if (!answer) throw new EchoError('The answer of the echo contains no address.', status);
  return answer;
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new EchoError('The answer of the echo is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** An address alone, or a JSON object with one. @returns null without an address. */
export function parseEcho(body: string): EchoAnswer | null {
  const plain = canonicalAddress(body.trim());
  if (plain !== undefined) return { ip: plain, country: null };
  let fields: Record<string, unknown>;
  try {
    fields = Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return null;
  }
  const texts = (names: readonly string[]) =>
    names.map((name) => fields[name]).filter((value) => typeof value === 'string');
  const ip = texts(ADDRESS_FIELDS)
    .map((text) => canonicalAddress(text.split(',', 1)[0]!.trim()))
    .find((address) => address !== undefined);
  if (ip === undefined) return null;
  const country = texts(COUNTRY_FIELDS).find((text) => /^[a-z]{2}$/i.test(text));
  return { ip, country: country?.toLowerCase() ?? null };
}
