import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const MAX_BYTES = 2 * 1024 ** 3;
const MAX_DELAY_MS = 30_000;
const CHUNK = Buffer.alloc(64 * 1024, 'nairaproxy echo ');
/** Headers that show the path of a request. No secrets are echoed. */
const TOLD_HEADERS = [
  'host',
  'user-agent',
  'accept',
  'accept-language',
  'content-type',
  'via',
  'forwarded',
  'x-forwarded-for',
];

/**
 * `/sandbox/echo` returns what a target server sees of its caller. `?bytes=N` sends N bytes,
 * `?delay=ms` waits first, a POST is counted. Registered beside Nest's router, because bodies of any
 * kind and size are read here as a stream.
 */
@Injectable()
export class EchoRoutes implements OnModuleInit {
  constructor(private readonly host: HttpAdapterHost) {}

  async onModuleInit(): Promise<void> {
    await this.host.httpAdapter
      .getInstance<FastifyInstance>()
      .register(async (scope: FastifyInstance) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
        scope.get('/sandbox/echo', answer);
        scope.route({
          method: ['POST', 'PUT', 'PATCH'],
          url: '/sandbox/echo',
          handler: count,
          bodyLimit: MAX_BYTES,
        });
      });
  }
}

async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const query = request.query as Record<string, unknown>;
  const bytes = readCount(query.bytes, MAX_BYTES);
  const wait = readCount(query.delay, MAX_DELAY_MS);
  if (bytes === null || wait === null)
    return reply.status(422).send({ message: `bytes up to ${MAX_BYTES}, delay up to 30000` });
  if (wait) await delay(wait);
  void reply.header('cache-control', 'no-store');
  if (bytes === undefined) return reply.send(describe(request));
  return reply
    .headers({ 'content-type': 'application/octet-stream', 'content-length': String(bytes) })
    .send(Readable.from(chunks(bytes), { objectMode: false, highWaterMark: CHUNK.length }));
}

async function count(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  let bytes = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return reply.status(413).send({ message: `bytes up to ${MAX_BYTES}` });
  }
  return reply.header('cache-control', 'no-store').send({ ...describe(request), bytes });
}

/** The peer of the connection itself: headers are ignored. */
const describe = (request: FastifyRequest) => ({
  ip: (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, ''),
  method: request.method,
  headers: Object.fromEntries(
    TOLD_HEADERS.filter((name) => request.headers[name] !== undefined).map((name) => [
      name,
      request.headers[name],
    ]),
  ),
  time: new Date().toISOString(),
});

/** Undefined when not given, null when out of bounds. */
function readCount(value: unknown, max: number): number | undefined | null {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : NaN;
  return number <= max ? number : null;
}

function* chunks(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= CHUNK.length)
    yield left >= CHUNK.length ? CHUNK : CHUNK.subarray(0, left);
}
