import { chromiumPath, launchChromium } from '../chromium';
import { startPlatform, type PlatformFixture } from '../processes';
import { followRequests } from './settled';
import { listenToToasts } from './toasts';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Suites that need a browser are skipped, not failed, where there is none. */
export const describeInBrowser = chromiumPath() ? describe : describe.skip;

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What the page complained about in its console, and what threw. */
  complaints: string[];
  /** What toasts have said that nobody asked for yet; see `hears`. */
  said: string[];
}

/** Waits until the page has the text where it can be read. */
export const shows = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

export interface VisitOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

/** The real platform with a real browser before it. */
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

  /** Somebody with a fresh profile. */
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
      // The browser's own line about a refused call; what the page makes of it is tested elsewhere.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text());
    });
    return { page, context, complaints, said: await listenToToasts(page) };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.platform.stop();
  }
}
