import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { poll } from '../../src/embedded/poll';

/** Fast 3G as Lighthouse throttles it: 150 ms for each request, 1.6 Mbit/s down, 750 kbit/s up. */
export const FAST_3G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
export const CPU_SLOWDOWN = 4;

/** A page counts as loaded once neither a request nor a long task has ended for this long. */
const QUIET_MS = 1_500;
const TIMEOUT_MS = 60_000;
const LONG_TASK_MS = 50;

export interface LoadedPage {
  /** Milliseconds since the navigation began. */
  readonly fcp: number;
  readonly lcp: number;
  /** Milliseconds of main-thread tasks beyond 50 ms each, from FCP until the page is quiet. */
  readonly tbt: number;
  readonly cls: number;
  /** Bytes over the wire, with headers. */
  readonly bytes: number;
  readonly requests: number;
  /** Text of the element that LCP measured. */
  readonly lcpElement: string;
}

export interface PageLoadOptions {
  readonly viewport: { readonly width: number; readonly height: number };
  /** Entries of localStorage, such as a session. */
  readonly storage?: Readonly<Record<string, string>>;
}

interface Vitals {
  fcp: number;
  lcp: number;
  lcpElement: string;
  cls: number;
  tasks: { start: number; duration: number }[];
}

const OBSERVERS = `
  window.vitals = { fcp: NaN, lcp: NaN, lcpElement: '', cls: 0, tasks: [] };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') vitals.fcp = entry.startTime;
  });
  observe('largest-contentful-paint', ({ startTime, element }) => {
    vitals.lcp = startTime;
    vitals.lcpElement = (element?.textContent ?? '').trim().slice(0, 40);
  });
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) vitals.cls += value;
  });
  observe('longtask', ({ startTime, duration }) => {
    vitals.tasks.push({ start: startTime, duration });
  });
`;

/** Loads one page with an empty cache (each context has its own) on a slow connection and a slow processor. */
export async function measurePageLoad(
  browser: Browser,
  url: string,
  { viewport, storage = {} }: PageLoadOptions,
): Promise<LoadedPage> {
  const context = await browser.newContext({ viewport: { ...viewport } });
  try {
    await context.addInitScript(OBSERVERS);
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, storage);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const network = await trackNetwork(devtools);
    await devtools.send('Network.emulateNetworkConditions', FAST_3G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { timeout: TIMEOUT_MS });
    await waitUntilQuiet(page, network);
    const { tasks, ...vitals } = await page.evaluate<Vitals>('vitals');
    return {
      ...vitals,
      tbt: sumBlockingTime(tasks, vitals.fcp),
      bytes: network.bytes,
      requests: network.requests,
    };
  } finally {
    await context.close();
  }
}

/** The part of a task after FCP that exceeds 50 ms blocks. */
export const sumBlockingTime = (tasks: Vitals['tasks'], fcp: number): number =>
  tasks
    .map(({ start, duration }) => start + duration - Math.max(start, fcp))
    .reduce((sum, duration) => sum + Math.max(0, duration - LONG_TASK_MS), 0);

interface NetworkActivity {
  readonly pending: Set<string>;
  bytes: number;
  requests: number;
  /** When a request last began or ended. */
  changedAt: number;
}

async function trackNetwork(devtools: CDPSession): Promise<NetworkActivity> {
  const activity: NetworkActivity = {
    pending: new Set(),
    bytes: 0,
    requests: 0,
    changedAt: Date.now(),
  };
  await devtools.send('Network.enable');
  const end = (id: string, bytes: number): void => {
    activity.pending.delete(id);
    activity.bytes += bytes;
    activity.changedAt = Date.now();
  };
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('data:')) return;
    activity.pending.add(requestId);
    activity.requests += 1;
    activity.changedAt = Date.now();
  });
  devtools.on('Network.loadingFinished', (event) => end(event.requestId, event.encodedDataLength));
  devtools.on('Network.loadingFailed', (event) => end(event.requestId, 0));
  return activity;
}

async function waitUntilQuiet(page: Page, network: NetworkActivity): Promise<void> {
  const isQuiet = async (): Promise<boolean> => {
    if (network.pending.size > 0 || Date.now() - network.changedAt < QUIET_MS) return false;
    return page.evaluate(`(() => {
      const last = vitals.tasks.at(-1);
      return !last || performance.now() - last.start - last.duration >= ${QUIET_MS};
    })()`);
  };
  if (!(await poll(isQuiet, TIMEOUT_MS, 250)))
    throw new Error(`${page.url()} still loads after a minute.`);
  // A last frame, whose entries the observers receive in a task of their own.
  await setTimeout(100);
}
