import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const pendingRequests = new WeakMap<Page, Set<Request>>();
const TIMEOUT_MS = 30_000;

/** Tracks the page's requests for `waitUntilSettled`. */
export function trackRequests(page: Page): void {
  const requests = new Set<Request>();
  pendingRequests.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/**
 * Waits until no request is pending and nothing is shown as loading for a short time: the 500 ms of
 * `networkidle` would dominate the run time of hundreds of page loads.
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  const requests = pendingRequests.get(page);
  if (!requests) throw new Error('waitUntilSettled works only on pages opened by BrowserTestApp.');
  const deadline = Date.now() + TIMEOUT_MS;
  let idleChecks = 0;
  while (idleChecks < 3) {
    if (Date.now() > deadline)
      throw new Error(
        `The page is still loading: ${[...requests].map((request) => request.url()).join(', ')}`,
      );
    await setTimeout(30);
    const busy =
      requests.size > 0 ||
      (await page.locator('[aria-busy="true"], [data-prerendered]').count()) > 0;
    idleChecks = busy ? 0 : idleChecks + 1;
  }
}

/** Opens a screen and waits until it has settled. */
export async function gotoAndSettle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await waitUntilSettled(page);
}
