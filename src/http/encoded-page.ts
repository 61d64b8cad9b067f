import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** High, because each page is compressed once; the maximum would hold up the first visitor. */
const BROTLI_QUALITY = 9;

/** In order of preference. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number] | 'identity';

/** A page in every encoding, compressed once. */
export interface EncodedPage {
  readonly hash: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

export async function encodePage(html: string): Promise<EncodedPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
    promisify(gzip)(identity),
  ]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { hash, bodies: { identity, br, gzip: gz } };
}

/** Answers with the page in the encoding that the client prefers, or 304 if it has that one. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { hash, bodies }: EncodedPage,
): FastifyReply {
  const accepted = request.headers['accept-encoding'];
  const encoding: Encoding =
    (accepted && (negotiate(accepted, [...ENCODINGS]) as Encoding | null)) || 'identity';
  const etag = `W/"${hash}-${encoding}"`;
  void reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', etag);
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(bodies[encoding]);
}
