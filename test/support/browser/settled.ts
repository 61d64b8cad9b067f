import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const underWay = new WeakMap<Page, Set<Request>>();
const LONGEST_MS = 30_000;

/** From now on, what the page asks for is known to `settled`. */
export function followRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/**
 * Waits until nothing is asked for or shown as loading, and stays so for a moment: the moment of
 * `networkidle`, of half a second, is most of the time that hundreds of visits take.
 */
export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page);
  if (!requests) throw new Error('settled knows only pages of Shop.visit.');
  const deadline = Date.now() + LONGEST_MS;
  let calm = 0;
  while (calm < 3) {
    if (Date.now() > deadline)
      throw new Error(
        `The page is still loading: ${[...requests].map((request) => request.url()).join(', ')}`,
      );
    await setTimeout(30);
    const busy = requests.size > 0 || (await page.locator('[aria-busy="true"]').count()) > 0;
    calm = busy ? 0 : calm + 1;
  }
}

/** Goes to a screen and waits until nothing moves there any more. */
export async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await settled(page);
}
