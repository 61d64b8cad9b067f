import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { encodePage, type EncodedPage } from './encoded-page';
import { addSeoTags, escapeHtml } from './seo';

const MAX_RENDERED = 200;
/** The name that the build writes into titles and texts of pages. */
const BUILT_SITE_NAME = 'NairaProxy';

/** The addresses and the default reply time that the build writes into the pages it renders (web/pages/browser-globals.ts). */
const BUILT_GATEWAY = 'built.site:3128';
const BUILT_SUPPORT_EMAIL = 'support@built.site';
const BUILT_REPLY_TIME = 'within one working day';
const BUILT_ORIGIN = 'http://built.site';

/** What the pages need of GET /auth/config. */
export interface SiteConfig {
  readonly site_name: string;
  readonly gateway_address: string;
  readonly support_email: string;
  readonly support_reply_time: string;
  readonly sandbox: boolean;
}

interface PageFile {
  /** Path of the web app; ends in `/*` if everything below belongs to the page. */
  readonly path: string;
  readonly file: string;
  /** An article, which search engines may list. */
  readonly indexed?: boolean;
  /** Says that nothing is there. */
  readonly notFound?: boolean;
}

export interface WebPage extends EncodedPage {
  readonly status: 200 | 404;
  /** Sources of its inline scripts for the Content-Security-Policy. */
  readonly scriptHashes: readonly string[];
}

/** The HTML files of the built web app, each rendered and compressed once. */
export class WebPages {
  /** Paths of the articles. */
  readonly articles: readonly string[];
  private readonly files: readonly PageFile[];
  private readonly rendered = new Map<string, Promise<WebPage>>();

  private readonly sources = new Map<string, string>();
  private readonly logger = new Logger(WebPages.name);

  /** @param siteUrl the public origin, without a trailing slash. */
  constructor(
    private readonly folder: string,
    private readonly siteUrl: string,
    private readonly readSiteConfig: () => Promise<SiteConfig>,
  ) {
    const list = join(folder, 'pages.json');
    this.files = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as PageFile[]) : [];
    this.articles = this.files.filter(({ indexed }) => indexed).map(({ path }) => path);
  }

  /** @param path without its query. A path without a page of its own gets index.html. */
  async find(path: string): Promise<WebPage> {
    const found = this.files.find((page) => matches(page.path, path));
    const file = found?.file ?? 'index.html';
    const html = await this.addSiteConfig(
      addSeoTags(this.read(file), this.siteUrl, path, this.articles),
    );
    const page = this.rendered.get(html) ?? renderPage(html, found?.notFound ? 404 : 200);
    // Changed settings make new pages of all.
    if (this.rendered.size >= MAX_RENDERED) this.rendered.clear();
    this.rendered.set(html, page);
    return page;
  }

  /**
   * Writes in the site's name and addresses, and all settings as JSON, which no browser executes. Without it
   * the web app requests the settings.
   */
  private async addSiteConfig(html: string): Promise<string> {
    try {
      const config = await this.readSiteConfig();
      const json = JSON.stringify(config).replaceAll('<', '\\u003c');
      const script = `<script type="application/json" id="site-config">${json}</script>`;
      return html
        .replaceAll(BUILT_SITE_NAME, () => escapeHtml(config.site_name))
        .replaceAll(BUILT_GATEWAY, () => escapeHtml(config.gateway_address))
        .replaceAll(BUILT_SUPPORT_EMAIL, () => escapeHtml(config.support_email))
        .replaceAll(BUILT_REPLY_TIME, () => escapeHtml(config.support_reply_time))
        .replaceAll(BUILT_ORIGIN, () => escapeHtml(this.siteUrl))
        .replace('<html', config.sandbox ? '<html data-sandbox' : '<html')
        .replace('</head>', () => `  ${script}\n  </head>`);
    } catch (error) {
      this.logger.warn({ err: error, msg: 'A page is served without the public settings' });
      return html;
    }
  }

  private read(file: string): string {
    const source = this.sources.get(file) ?? readFileSync(join(this.folder, file), 'utf8');
    this.sources.set(file, source);
    return source;
  }
}

function matches(pattern: string, path: string): boolean {
  if (pattern.endsWith('/*')) return `${path}/`.startsWith(pattern.slice(0, -1));
  return path === pattern || path === `${pattern}/`;
}

async function renderPage(html: string, status: WebPage['status']): Promise<WebPage> {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  return {
    ...(await encodePage(html)),
    status,
    scriptHashes: scripts.map(
      ([, source]) => `'sha256-${createHash('sha256').update(source!).digest('base64')}'`,
    ),
  };
}
