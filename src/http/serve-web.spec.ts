import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { useErrorFilter, useHtmlCharset } from './configure-app';
import { serveOpenApi } from './openapi/openapi';
import { addSeoTags } from './seo';
import { serveWeb } from './serve-web';
import type { SiteConfig } from './web-pages';

const SITE = 'https://shop.example';
const THEME = 'document.documentElement.dataset.theme = "dark";';
const SCRIPT = 'export {};'.repeat(200);
const SETTINGS: SiteConfig = {
  site_name: 'NairaProxy',
  gateway_address: 'gate.example.com:8080',
  support_email: 'help@example.com',
  support_reply_time: 'in two hours',
  sandbox: false,
};

@Module({})
class Nothing {}

describe('the web app as it is served', () => {
  let folder: string;
  let readSiteConfig: () => Promise<SiteConfig>;
  const named = (siteName: string) => () => Promise.resolve({ ...SETTINGS, site_name: siteName });
  let app: NestFastifyApplication;
  const get = (url: string, accept = 'text/html') =>
    app.inject({ method: 'GET', url, headers: { accept } });
  const getEncoded = (url: string, encoding: string, etag?: string) =>
    app.inject({
      method: 'GET',
      url,
      headers: { 'accept-encoding': encoding, ...(etag ? { 'if-none-match': etag } : {}) },
    });

  beforeEach(() => {
    readSiteConfig = named('NairaProxy');
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-'));
    await mkdir(join(folder, 'assets'));
    await mkdir(join(folder, 'pages'));
    const toPage = (title: string) =>
      `<html><head><title>${title} · NairaProxy</title><script>${THEME}</script></head><body><h1>${title}</h1></body></html>`;
    await writeFile(join(folder, 'pages', 'wallet.html'), toPage('Wallet'));
    await writeFile(join(folder, 'pages', 'verify.html'), toPage('Verification'));
    await writeFile(
      join(folder, 'pages.json'),
      JSON.stringify([
        { path: '/wallet', file: 'pages/wallet.html' },
        { path: '/terms-of-service', file: 'pages/terms.html' },
        { path: '/verify-email/*', file: 'pages/verify.html' },
        { path: '/help/refunds', file: 'pages/refunds.html', indexed: true },
        { path: '/help/*', file: 'pages/verify.html', notFound: true },
      ]),
    );
    await writeFile(
      join(folder, 'pages', 'terms.html'),
      '<html><head></head><body><p>curl -x built.site:3128</p><p>We reply within one working day.</p><a href="mailto:support@built.site">support@built.site</a></body></html>',
    );
    await writeFile(
      join(folder, 'pages', 'refunds.html'),
      '<html><head></head><body><code>http://built.site/api/v1</code></body></html>',
    );
    await writeFile(join(folder, 'index.html'), '<html><head></head><body></body></html>');
    await writeFile(
      join(folder, 'manifest.webmanifest'),
      JSON.stringify({ name: 'NairaProxy', start_url: '/dashboard' }),
    );
    await writeFile(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /admin\n');
    await writeFile(join(folder, 'assets', 'entry.js'), SCRIPT);
    await writeFile(join(folder, 'assets', 'entry.js.br'), brotliCompressSync(SCRIPT));
    await writeFile(join(folder, 'assets', 'entry.js.gz'), gzipSync(SCRIPT));
    app = await NestFactory.create<NestFastifyApplication>(Nothing, new FastifyAdapter(), {
      logger: false,
    });
    useErrorFilter(app);
    useHtmlCharset(app);
    serveOpenApi(app);
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', async (_request, reply) => {
        reply.header('content-security-policy', "default-src 'self';script-src 'self';img-src *");
      });
    await serveWeb(app, { siteUrl: SITE, readSiteConfig: () => readSiteConfig(), folder });
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['/', `${SITE}/`],
    ['/?utm_source=x', `${SITE}/`],
    ['/auth?mode=register', `${SITE}/auth`],
    ['/privacy-policy/', `${SITE}/privacy-policy`],
  ])('gives %s its one address', async (path, address) => {
    const answer = await get(path);
    expect(answer.headers['content-type']).toMatch('text/html');
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain(`<link rel="canonical" href="${address}" />`);
    expect(answer.body).not.toContain('noindex');
  });

  it.each(['/dashboard', '/auth/google/callback?token=secret', '/index.html', '/nowhere'])(
    'keeps %s out of search engines',
    async (path) => {
      const { body } = await get(path);
      expect(body).toContain('<meta name="robots" content="noindex" />');
      expect(body).not.toContain('canonical');
      expect(body).not.toContain('secret');
    },
  );

  it.each(['/', '/nowhere', '/api/docs'])(
    'names the character set of the page %s',
    async (path) => {
      const { headers, statusCode } = await get(path);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    },
  );

  it('keeps no token of the API documentation in the browser', async () => {
    const { body } = await get('/api/docs/swagger-ui-init.js', '*/*');
    expect(body).toContain('SwaggerUIBundle');
    expect(body).not.toContain('persistAuthorization');
  });

  it.each([
    ['/api/docs', 'NairaProxy API'],
    ['/api/docs/customer', 'NairaProxy API for customers'],
    ['/api/docs/admin', 'NairaProxy API for staff'],
  ])('serves the API reference and its document at %s', async (path, title) => {
    const page = await get(path);
    expect(page.body).toContain(`<title>${title}</title>`);
    const script = /src="\.\/([^"]+)\/swagger-ui-bundle\.js"/.exec(page.body)?.[1];
    const { pathname } = new URL(`${script}/swagger-ui-bundle.js`, `${SITE}${path}`);
    expect((await get(pathname, '*/*')).headers['content-type']).toMatch(/javascript/);
    const { body } = await get(`${path}-json`, 'application/json');
    const { info } = JSON.parse(body) as { info: { title: string; description: string } };
    expect(info.title).toBe(title);
    expect(info.description).toContain('## Errors');
    expect(info.description.includes('/api/docs/admin')).toBe(!path.includes('customer'));
  });

  it('serves the manifest with its type and the name from the settings', async () => {
    readSiteConfig = named('Proxies "R" Us');
    const { headers, body } = await get('/manifest.webmanifest', '*/*');
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(headers['cache-control']).toBe('no-cache');
    expect(JSON.parse(body)).toEqual({
      name: 'Proxies "R" Us',
      short_name: 'Proxies "R" Us',
      start_url: '/dashboard',
    });
  });

  it('is not held up by an address of nothing but slashes', () => {
    // CPU time, since wall time depends on the load of the machine.
    const before = process.cpuUsage();
    expect(addSeoTags('</head>', SITE, `${'/'.repeat(200_000)}x`)).toContain('noindex');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(1000);
  });

  it('lists the public pages under the address that people see', async () => {
    const answer = await get('/sitemap.xml', '*/*');
    expect(answer.headers['content-type']).toMatch('application/xml');
    expect([...answer.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      `${SITE}/`,
      `${SITE}/auth`,
      `${SITE}/terms-of-service`,
      `${SITE}/privacy-policy`,
      `${SITE}/support`,
      `${SITE}/status`,
      `${SITE}/help`,
      `${SITE}/docs`,
      `${SITE}/help/refunds`,
    ]);
  });

  it('lets search engines list an article, with the address of this shop in it', async () => {
    const article = await get('/help/refunds');
    expect(article.body).toContain(`<link rel="canonical" href="${SITE}/help/refunds" />`);
    expect(article.body).toContain(`<code>${SITE}/api/v1</code>`);
    expect(article.statusCode).toBe(200);
    const nothing = await get('/help/nothing');
    expect(nothing.statusCode).toBe(404);
    expect(nothing.body).toContain('<h1>Verification</h1>');
    expect(nothing.body).toContain('noindex');
  });

  it('tells robots where that list is', async () => {
    const { body } = await get('/robots.txt', '*/*');
    expect(body).toBe(`User-agent: *\nDisallow: /admin\n\nSitemap: ${SITE}/sitemap.xml\n`);
  });

  it('serves files for a year and knows what is not there', async () => {
    expect((await get('/assets/entry.js')).headers['cache-control']).toMatch('immutable');
    expect((await get('/assets/gone.js')).statusCode).toBe(404);
    const unknown = await get('/api/v1/nothing');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    expect((await get('/nowhere', 'application/json')).statusCode).toBe(404);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0.1, gzip', 'gzip', gunzipSync],
    ['deflate', undefined, (body: Buffer) => body],
    ['identity', undefined, (body: Buffer) => body],
  ])(
    'serves a script and a page to a browser that accepts %s',
    async (accepted, encoding, decode) => {
      for (const [url, type, text] of [
        ['/assets/entry.js', 'javascript', SCRIPT],
        ['/auth', 'text/html', '<link rel="canonical"'],
      ] as const) {
        const answer = await getEncoded(url, accepted);
        expect(answer.headers['content-encoding']).toBe(encoding);
        expect(answer.headers['content-type']).toContain(type);
        expect(answer.headers.vary).toBe('accept-encoding');
        expect(decode(answer.rawPayload).toString()).toContain(text);
      }
    },
  );

  it('should keep a compressed script for a year, and answer 304 for a page until it changes', async () => {
    const script = await getEncoded('/assets/entry.js', 'br');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const page = await getEncoded('/auth', 'br');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await getEncoded('/auth', 'br', page.headers.etag as string);
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await getEncoded('/auth', 'gzip', page.headers.etag as string)).statusCode).toBe(200);
    expect((await getEncoded('/', 'br', page.headers.etag as string)).statusCode).toBe(200);
  });

  it('should not serve the compressed files under names of their own', async () => {
    const answer = await app.inject({ url: '/assets/entry.js.br', headers: { accept: '*/*' } });
    expect(answer.statusCode).toBe(404);
  });

  it.each([
    ['/wallet', 'Wallet'],
    ['/wallet/', 'Wallet'],
    ['/wallet?status=success', 'Wallet'],
    ['/verify-email', 'Verification'],
    ['/verify-email/7/token', 'Verification'],
  ])('serves %s with the HTML of its page', async (path, title) => {
    const { body, headers } = await get(path);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain('noindex');
    const hash = createHash('sha256').update(THEME).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'self';script-src 'self' 'sha256-${hash}';img-src *`,
    );
  });

  it.each(['/wallets', '/verify-emails', '/pages/none'])(
    'serves %s, which has no page of its own, with index.html',
    async (path) => {
      const { body, headers } = await get(path);
      expect(body).not.toContain('<h1>');
      expect(headers['content-security-policy']).not.toContain('sha256');
    },
  );

  it('should write the public settings into the page, as they are now', async () => {
    const { body, headers } = await get('/wallet');
    expect(body).toContain(
      `<script type="application/json" id="site-config">${JSON.stringify(await readSiteConfig())}</script>`,
    );
    readSiteConfig = named('</script><script>alert(1)</script>');
    const renamed = await get('/wallet');
    expect(renamed.headers.etag).not.toBe(headers.etag);
    const [, json] = /id="site-config">(.*?)<\/script>/.exec(renamed.body)!;
    expect(JSON.parse(json!)).toEqual(await readSiteConfig());
    expect(renamed.headers['content-security-policy']).toBe(headers['content-security-policy']);
  });

  it('should mark the pages of a sandbox, whose banner is painted with the first HTML', async () => {
    expect((await get('/wallet')).body).not.toContain('data-sandbox');
    readSiteConfig = () => Promise.resolve({ ...SETTINGS, sandbox: true });
    expect((await get('/wallet')).body).toContain('<html data-sandbox');
  });

  it('should have the name from the settings in the title, or that of the build', async () => {
    readSiteConfig = named('$& <Ada> & Sons');
    expect((await get('/wallet')).body).toContain(
      '<title>Wallet · $&amp; &lt;Ada&gt; &amp; Sons</title>',
    );
    readSiteConfig = () => Promise.reject(new Error('The database is away'));
    expect((await get('/wallet')).body).toContain('<title>Wallet · NairaProxy</title>');
  });

  it('should have the addresses and the reply time from the settings in a page that the build has rendered', async () => {
    expect((await get('/terms-of-service')).body).toContain(
      '<p>curl -x gate.example.com:8080</p><p>We reply in two hours.</p><a href="mailto:help@example.com">help@example.com</a>',
    );
  });

  it('should serve pages while the settings cannot be read', async () => {
    readSiteConfig = () => Promise.reject(new Error('The database is away'));
    const { body, statusCode } = await get('/wallet');
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>Wallet</h1>');
    expect(body).not.toContain('site-config');
  });
});
