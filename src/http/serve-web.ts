import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addSeoTags, addSitemap, sitemap } from './seo';

const WEB_DIST = join(__dirname, '..', '..', 'web', 'dist');
const YEAR_SECONDS = 31_536_000;
/** Paths that answer machines: an unknown one is a 404, never the page. */
const NOT_PAGES = /^\/(api|health|sandbox|assets)\//;

/**
 * Serves the built web app at /, every unknown page path answering with its index.html.
 * @param siteUrl the origin that people see, without a slash at its end.
 */
export async function serveWeb(
  app: NestFastifyApplication,
  siteUrl: string,
  folder = WEB_DIST,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    // Both name addresses, which differ from site to site.
    globIgnore: ['**/index.html', '**/robots.txt'],
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(folder, 'assets'));
      reply.header(
        'cache-control',
        immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      );
    },
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get('/sitemap.xml', (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('application/xml').send(sitemap(siteUrl)),
  );
  fastify.get('/robots.txt', async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/plain').send(addSitemap(await read('robots.txt'), siteUrl)),
  );
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!;
    if (NOT_PAGES.test(path) || !wantsPage(request))
      throw new NotFoundException(`There is nothing at ${path}`);
    return reply
      .type('text/html')
      .header('cache-control', 'no-cache')
      .send(addSeoTags(await read('index.html'), siteUrl, path));
  });
}

const wantsPage = (request: FastifyRequest): boolean =>
  /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
