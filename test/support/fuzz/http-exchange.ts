import { Agent, request } from 'node:http';

/** One request as it is sent: the path is encoded, the body is bytes. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface FuzzResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Longer than any operation may take on a busy machine. */
const ANSWER_TIMEOUT_MS = 60_000;

/** Sends requests to one origin on loopback, over kept-alive connections. */
export class HttpExchange {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });

  /** @param origin such as http://127.0.0.1:21000 */
  constructor(private readonly origin: string) {}

  send({ method, path, headers, body }: FuzzRequest): Promise<FuzzResponse> {
    const { hostname, port } = new URL(this.origin);
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...{ hostname, port, method, path, agent: this.#agent },
          headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
          signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks),
            }),
          );
        },
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The request as a command for bash, to replay it by hand. */
export function toCurl(origin: string, { method, path, headers, body }: FuzzRequest): string {
  return [
    `curl -i --path-as-is -g -X ${method}`,
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quote(Buffer.from(`${name}: ${value}`, 'latin1'))}`,
    ),
    ...(body === undefined ? [] : [`--data-binary ${quote(body)}`]),
    quote(Buffer.from(origin + path)),
  ].join(' ');
}

/** Quotes bytes for bash, those outside printable ASCII as `\xHH`. */
function quote(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (/^[\x20-\x26\x28-\x7e]*$/.test(text)) return `'${text}'`;
  const escape = (character: string) =>
    `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return `$'${text.replace(/[^\x20-\x7e]|['\\]/g, escape)}'`;
}
