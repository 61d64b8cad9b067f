import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { NotFoundException } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodePage, sendPage, type EncodedPage } from './encoded-page';
import { addSeoTags, addSitemap, sitemap } from './seo';

const WEB_DIST = join(__dirname, '..', '..', 'web', 'dist');
const YEAR_SECONDS = 31_536_000;
/** Paths without a page: an unknown one is a 404, not index.html. */
const NON_PAGE_PATHS = /^\/(api|health|sandbox|assets)\//;

/**
 * Serves the built web app at /, with index.html as the fallback of page paths.
 * @param siteUrl the public origin, without a trailing slash.
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
    // The .br and .gz that the build wrote beside the files.
    preCompressed: true,
    // index.html and robots.txt contain URLs of the site and are rendered below.
    globIgnore: ['**/index.html', '**/robots.txt', '**/*.br', '**/*.gz'],
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
  const html = await read('index.html');
  const pages = new Map<string, Promise<EncodedPage>>();
  const render = (path: string): Promise<EncodedPage> => {
    const page = addSeoTags(html, siteUrl, path);
    const encoded = pages.get(page) ?? encodePage(page);
    pages.set(page, encoded);
    return encoded;
  };
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!;
    if (NON_PAGE_PATHS.test(path) || !acceptsHtml(request))
      throw new NotFoundException(`There is nothing at ${path}`);
    return sendPage(request, reply, await render(path));
  });
}

const acceptsHtml = (request: FastifyRequest): boolean =>
  /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');
