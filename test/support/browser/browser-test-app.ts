import { chromiumPath, launchChromium } from '../chromium';
import { startPlatform, type PlatformFixture } from '../processes';
import { trackRequests } from './settle';
import { recordToasts } from './toasts';
import type { Browser, BrowserContext, Page } from 'playwright-core';

/** Suites that need a browser are skipped, not failed, where there is none. */
export const describeInBrowser = chromiumPath() ? describe : describe.skip;

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** Factor by which BROWSER_SLOWDOWN slows the processor for pages, to find tests that race with the page. */
const SLOWDOWN = Number(process.env.BROWSER_SLOWDOWN ?? 1);

/** Without the optimising compilers: no page runs for long enough to make up for their work. */
const JAVASCRIPT_FLAGS = '--js-flags=--no-opt --no-maglev';

/** A browser page with a profile of its own and what it has logged and shown so far. */
export interface TestPage {
  page: Page;
  context: BrowserContext;
  /** Console errors and uncaught exceptions of the page. */
  consoleErrors: string[];
  /** Toast texts not consumed by `expectToast` yet. */
  toasts: string[];
}

/** Waits until the text is visible. */
export const expectVisible = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).filter({ visible: true }).first().waitFor();

export interface PageOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  javaScriptEnabled?: boolean;
}

/** The running platform with a browser. */
export class BrowserTestApp {
  private constructor(
    readonly platform: PlatformFixture,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<BrowserTestApp> {
    const platform = await startPlatform();
    try {
      return new BrowserTestApp(platform, await launchChromium([JAVASCRIPT_FLAGS]));
    } catch (error) {
      await platform.stop();
      throw error;
    }
  }

  /** Opens a page with a fresh profile. */
  async openPage({
    viewport = DESKTOP,
    colorScheme = 'light',
    javaScriptEnabled = true,
  }: PageOptions = {}): Promise<TestPage> {
    const context = await this.browser.newContext({
      baseURL: this.platform.apiUrl,
      viewport,
      colorScheme,
      javaScriptEnabled,
      reducedMotion: 'reduce',
      hasTouch: viewport.width < 768,
    });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    trackRequests(page);
    if (SLOWDOWN > 1) {
      const cdp = await context.newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    const consoleErrors: string[] = [];
    page.on('pageerror', (error) => consoleErrors.push(error.message));
    page.on('console', (message) => {
      // The browser logs failed requests itself; their handling is tested elsewhere.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        consoleErrors.push(message.text());
    });
    return { page, context, consoleErrors, toasts: await recordToasts(page) };
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.platform.stop();
  }
}

/** Starts the platform and the browser for all suites of a spec file. @returns what they run on */
export function startBrowserTestApp(): () => BrowserTestApp {
  let app: BrowserTestApp | undefined;
  beforeAll(async () => {
    app = await BrowserTestApp.start();
  });
  afterAll(() => app?.stop());
  return () => app!;
}
