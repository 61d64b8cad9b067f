import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SiteConfig, WebPages, type WebPage } from './web-pages';
import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { NotFoundException } from '@nestjs/common';
import { sendPage } from './encoded-page';
import { addSitemap, sitemap } from './seo';

export const WEB_MANIFEST = 'manifest.webmanifest';

/** What a phone shows about the installed app, under the name that the owner gave the site. */
export function serveWebManifest(
  app: NestFastifyApplication,
  folder: string,
  readSiteConfig: () => Promise<SiteConfig>,
): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get(`/${WEB_MANIFEST}`, async (_request: FastifyRequest, reply: FastifyReply) => {
    const built = JSON.parse(await readFile(join(folder, WEB_MANIFEST), 'utf8')) as object;
    const { site_name: name } = await readSiteConfig();
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify({ ...built, name, short_name: name }));
  });
}

const WEB_DIST = join(__dirname, '..', '..', 'web', 'dist');
const YEAR_SECONDS = 31_536_000;
/** Paths without a page: an unknown one is a 404, not index.html. */
const NON_PAGE_PATHS = /^\/(api|health|sandbox|assets)\//;

interface WebOptions {
  /** The public origin, without a trailing slash. */
  readonly siteUrl: string;
  /** The data of GET /auth/config, which each page contains. */
  readonly readSiteConfig: () => Promise<SiteConfig>;
  readonly folder?: string;
}

/** Serves the built web app at /, with index.html for paths without a page of their own. */
export async function serveWeb(
  app: NestFastifyApplication,
  { siteUrl, readSiteConfig, folder = WEB_DIST }: WebOptions,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    // The .br and .gz that the build wrote beside the files.
    preCompressed: true,
    // Pages, the manifest and robots.txt contain the name or URLs of the site and are rendered below.
    globIgnore: ['**/*.html', 'pages.json', WEB_MANIFEST, '**/robots.txt', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(folder, 'assets'));
      reply.header(
        'cache-control',
        immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
      );
    },
  });
  const fastify = app.getHttpAdapter().getInstance();
  const pages = new WebPages(folder, siteUrl, readSiteConfig);
  fastify.get('/sitemap.xml', (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('application/xml').send(sitemap(siteUrl, pages.articles)),
  );
  fastify.get('/robots.txt', async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/plain').send(addSitemap(await read('robots.txt'), siteUrl)),
  );
  serveWebManifest(app, folder, readSiteConfig);
  fastify.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!;
    if (NON_PAGE_PATHS.test(path) || !acceptsHtml(request))
      throw new NotFoundException(`There is nothing at ${path}`);
    const page = await pages.find(path);
    allowInlineScripts(reply, page);
    return sendPage(request, reply.code(page.status), page);
  });
}

const acceptsHtml = (request: FastifyRequest): boolean =>
  /text\/html|\*\/\*/.test(request.headers.accept ?? '*/*');

/** Adds the hashes of the page's scripts to the policy that helmet has set. */
function allowInlineScripts(reply: FastifyReply, { scriptHashes }: WebPage): void {
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy !== 'string') return;
  const sources = ["script-src 'self'", ...scriptHashes].join(' ');
  reply.header('content-security-policy', policy.replace("script-src 'self'", sources));
}
