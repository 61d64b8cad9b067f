import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { TestPage } from './browser-test-app';

/** Cumulative layout shift budget of every public and customer screen. */
export const MAX_LAYOUT_SHIFT = 0.02;
export const MAX_STAFF_LAYOUT_SHIFT = 0.05;

const LATENCY_MS = 60;
const LATE_ANSWER_MS = 500;

const OBSERVER = `
  window.shifts = {
    total: 0,
    add(entries) {
      for (const { value, hadRecentInput } of entries) if (!hadRecentInput) this.total += value;
    },
  };
  window.shifts.observer = new PerformanceObserver((list) => window.shifts.add(list.getEntries()));
  window.shifts.observer.observe({ type: 'layout-shift', buffered: true });
`;

/**
 * Sums layout shifts without user input on each page opened from now on, with network latency
 * that makes loading states visible. @returns the sum of the current page
 */
export async function trackLayoutShifts({
  context,
  page,
}: Pick<TestPage, 'context' | 'page'>): Promise<() => Promise<number>> {
  await context.addInitScript(OBSERVER);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return () =>
    page.evaluate('(window.shifts.add(window.shifts.observer.takeRecords()), window.shifts.total)');
}

/** Delays the answers of an API path, so that they come last on the pages opened during `visit`. */
export async function withLateAnswer(
  page: Page,
  path: string,
  visit: () => Promise<void>,
): Promise<void> {
  await withLate(page, `**/api/v1${path}`, visit);
}

/** The same for scripts; a page with a route loads them without the cache. */
export const withLateScript = (page: Page, name: string, visit: () => Promise<void>) =>
  withLate(page, `**/assets/${name}-*.js`, visit);

async function withLate(page: Page, url: string, visit: () => Promise<void>): Promise<void> {
  await page.route(url, async (route) => {
    await setTimeout(LATE_ANSWER_MS);
    await route.continue();
  });
  await visit();
  // `unroute` would not wait for requests that are still delayed; their handlers would then fail.
  await page.unrouteAll({ behavior: 'wait' });
}
