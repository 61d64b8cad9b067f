import type { Visitor } from './shop';

/** More than this moving by itself is felt as a jump; the budget of every screen. */
export const MOST_SHIFT = 0.05;

const LATENCY_MS = 60;

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
 * Adds up what moves without being touched on each page opened from now on, on a connection on which
 * one sees it wait for its data. @returns the sum on the page that is open
 */
export async function watchShifts({ context, page }: Visitor): Promise<() => Promise<number>> {
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
