import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteConfig } from './web-pages';

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
