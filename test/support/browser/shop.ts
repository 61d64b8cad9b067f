import { chromiumPath, launchChromium } from '../chromium';
import { startPlatform, type PlatformFixture } from '../processes';
import { followRequests } from './settled';
import { recordToasts } from './toasts';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Suites that need a browser are skipped, not failed, where there is none. */
export const describeInBrowser = chromiumPath() ? describe : describe.skip;

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Console errors and uncaught exceptions of the page. */
  complaints: string[];
  /** Toast texts not consumed by `expectToast` yet. */
  said: string[];
}

/** Waits until the text is visible. */
export const shows = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

export interface VisitOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

/** The running platform with a browser. */
export class Shop {
  private constructor(
    readonly platform: PlatformFixture,
    private readonly browser: Browser,
  ) {}

  static async open(): Promise<Shop> {
    const platform = await startPlatform();
    try {
      return new Shop(platform, await launchChromium());
    } catch (error) {
      await platform.stop();
      throw error;
    }
  }

  /** Opens a page with a fresh profile. */
  async visit({ viewport = DESKTOP, colorScheme = 'light' }: VisitOptions = {}): Promise<Visitor> {
    const context = await this.browser.newContext({
      baseURL: this.platform.apiUrl,
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      hasTouch: viewport.width < 768,
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    followRequests(page);
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // The browser logs failed requests itself; their handling is tested elsewhere.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    return { page, context, complaints, said: await recordToasts(page) };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.platform.stop();
  }
}
