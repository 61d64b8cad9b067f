import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

const WEB_DIST = join(__dirname, '..', '..', 'web', 'dist');
const YEAR_SECONDS = 31_536_000;
/** Paths that answer machines: an unknown one is a 404, never the page. */
const NOT_PAGES = /^\/(api|health|sandbox|assets)\//;

/** Serves the built web app at /, every unknown page path answering with its index.html. */
export async function serveWeb(app: NestFastifyApplication): Promise<void> {
  if (!existsSync(join(WEB_DIST, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: WEB_DIST,
    wildcard: false,
    index: false,
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(WEB_DIST, 'assets'));
      reply.header(
        'cache-control',
        immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      );
    },
  });
  app
    .getHttpAdapter()
    .getInstance()
    .get('/*', (request: FastifyRequest, reply: FastifyReply) => {
      const path = request.url.split('?')[0]!;
      if (NOT_PAGES.test(path) || !wantsPage(request))
        throw new NotFoundException(`There is nothing at ${path}`);
      return reply.sendFile('index.html');
    });
}

const wantsPage = (request: FastifyRequest): boolean =>
  /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
